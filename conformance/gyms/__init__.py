"""Gymnasium environments and PettingZoo's parallel ones as a subject: play them in forks."""

PREFIXES = ("gym:", "pettingzoo:")
"""How a subject begins that is a Gymnasium environment, or a parallel one of PettingZoo."""
