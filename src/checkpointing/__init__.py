"""Checkpointing on a chain of layers: schedules, their laws, their execution and their cost.

Each module is one idea: `chain` (what is computed), `schedule` (in which order), `referee` (what is
allowed), `execute` (doing it), `cost` (the same figures from closed forms).
"""
