"""What a verifier says, and what it needs of a sandbox."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from hallmark_rl.sandbox.api.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Verdict:
    """A value in [0, 1] and, if it is not 1, the first reason for that."""

    value: float
    detail: str = ""

    @property
    def passed(self) -> bool:
        """Whether there is nothing to object to."""
        return self.value == 1.0


class NotJudged(Exception):
    """The sandbox could not run a program at all: a fault of the environment, never a zero."""


class Caller(Protocol):
    """The part of `sandbox.Sandbox` that verifiers use."""

    def call(
        self, source: str, entry: str, calls: Sequence[Any], *, fresh_calls: bool = False
    ) -> Outcome:
        """Run `source`, call `entry` with each of `calls`."""
        ...


def yes_or(objection: str) -> Verdict:
    """A full verdict if there is no objection."""
    return Verdict(0.0, objection) if objection else Verdict(1.0)


def require_run(outcome: Outcome) -> None:
    """Raise `NotJudged` if there was no run to judge."""
    if outcome.status == "unavailable":
        raise NotJudged(outcome.error.message if outcome.error else "the sandbox is unavailable")


def ended_well(outcome: Outcome, expected: int) -> str:
    """Why a run did not answer all calls, or nothing."""
    require_run(outcome)
    if outcome.status != "ok":
        error = f": {outcome.error.message}" if outcome.error else ""
        return f"the run ended with {outcome.status}{error}"
    if len(outcome.results) != expected:
        return f"{len(outcome.results)} of {expected} calls were answered"
    return ""
