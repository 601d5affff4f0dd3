"""Checkpointing on a chain of layers: schedules, their laws, their execution and their cost.

Each module is one idea: `chain` (what is computed), `schedule` (in which order), `referee` (what is
allowed), `execute` (doing it), `count` (a schedule's peak, quickly), `cost` (the same figures from
closed forms); `check` is what they ask of their arguments.
"""
