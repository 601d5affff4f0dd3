"""Checkpointing on a chain of layers: schedules, their laws, their execution and their cost.

Each module is one idea: `chain` (what is computed), `schedule` (in which order), `referee` (what is
allowed), `report` (when each vector lived), `execute` (doing it), `count` (a schedule's peak, quickly),
`cost` (the same figures from closed forms); `check` is what they ask of their arguments.

Plans beyond the full tape and uniform blocks stand beside their closed forms: `blocks`, `frameworks`,
`bisection`, `revolve`. `splitting` is what the last two have in common, `binomial` and `mixed` are the
literature's counts, `convention` says which count is whose. `settings` chooses block sizes under a
budget of states, and `strategy` makes any plan by its name. `mistakes` has plans that cost what their
makers did not expect, and `dropout` the chain on which recomputing can go wrong.
"""
