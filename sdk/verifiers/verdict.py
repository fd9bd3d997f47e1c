"""`Verdict`, the result of a verifier, and how a failed sandbox run becomes one."""

from __future__ import annotations

from dataclasses import dataclass

from hallmark_rl.sandbox import Outcome


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a verifier: a value in [0, 1] and, below 1, the first reason for that."""

    value: float
    detail: str = ""

    @property
    def passed(self) -> bool:
        """Whether the value is 1."""
        return self.value == 1.0


class NotJudged(Exception):
    """The sandbox could not run the program: a fault of the environment, not a score of 0."""


def verdict_unless(problem: str) -> Verdict:
    """A verdict of 1 if `problem` is empty, else 0 with the problem as its reason."""
    return Verdict(0.0, problem) if problem else Verdict(1.0)


def require_run(outcome: Outcome) -> None:
    """Raise `NotJudged` if the sandbox could not run the program."""
    if outcome.status == "unavailable":
        raise NotJudged(outcome.error.message if outcome.error else "the sandbox is unavailable")


def run_problem(outcome: Outcome, expected: int) -> str:
    """Why a run did not finish, or does not have `expected` results; "" if it did and has.

    Raises:
        NotJudged: the sandbox could not run the program.
    """
    require_run(outcome)
    if outcome.status != "ok":
        error = f": {outcome.error.message}" if outcome.error else ""
        return f"the run ended with {outcome.status}{error}"
    if len(outcome.results) != expected:
        return f"{len(outcome.results)} of {expected} calls were answered"
    return ""
