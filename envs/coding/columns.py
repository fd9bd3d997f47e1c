"""Reward columns that every environment of programs has: gates on how the program ended."""

from __future__ import annotations

from collections.abc import Callable

from hallmark_rl.sdk import Column, Transition

STOPPED_BY = {
    "forbidden": ("forbidden",),
    "timeout": ("timeout",),
    "resources": ("memory", "output", "crash"),
}
"""The gates, and the statuses of the sandbox that shut each."""


def fact(name: str) -> Callable[[Transition], float]:
    """A column's measure: the fact of that name."""

    def measure(step: Transition) -> float:
        return float(step.facts.get(name, 0.0))

    return measure


def ending() -> list[Column]:
    """The gates: a program that had to be stopped is paid nothing, whatever it had got right."""
    return [Column(name, fact(name), kind="safety", gate=1.0) for name in STOPPED_BY]


def how_it_ended(status: str) -> dict[str, float]:
    """What the gates measure, for a program that ended with this status."""
    return {name: float(status not in shut) for name, shut in STOPPED_BY.items()}
