"""The gates of both environments of this folder: reward columns for how the program ended."""

from __future__ import annotations

from collections.abc import Callable

from hallmark_rl.sdk import Column, Transition

STATUSES_OF_GATE = {
    "forbidden": ("forbidden",),
    "timeout": ("timeout",),
    "resources": ("memory", "output", "crash"),
}
"""The gates, and the statuses of the sandbox that close each."""


def fact(name: str) -> Callable[[Transition], float]:
    """Return a measure for a column: the value of the fact `name`, or 0 if there is none."""

    def measure(step: Transition) -> float:
        return float(step.facts.get(name, 0.0))

    return measure


def status_gates() -> list[Column]:
    """Return the gates: a program that the sandbox stopped is paid nothing."""
    return [Column(name, fact(name), kind="safety", gate=1.0) for name in STATUSES_OF_GATE]


def gate_facts(status: str) -> dict[str, float]:
    """Return what the gates measure for a program that ended with `status`: 1 open, 0 closed."""
    return {name: float(status not in closing) for name, closing in STATUSES_OF_GATE.items()}
