"""One episode: the task, what has been shown of it, and how an answer is judged."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from hallmark_rl.sandbox import Limits
from hallmark_rl.sdk import Secret
from hallmark_rl.sdk.coding.grading import Runner, Verdict, judge
from hallmark_rl.sdk.coding.sampling import draw, shrink
from hallmark_rl.sdk.coding.task import Case, CodingTask
from hallmark_rl.sdk.verifiers import first_failing_line, inverse_missed_branches

from . import expression_family
from .models import Example, Mode

PRACTICE = 24
SETTLED = ("ok", "error", "forbidden")
"""How a program ends that would end so again; limits may have been reached for other reasons."""
MUTANTS_TRIED = 12
MUTANT_LIMITS = Limits(wall_s=8.0, cpu_s=0.4)
"""A mutant that loops is none that one could mend or test: it is given up early."""


@dataclass
class Game:
    """What an episode knows; nothing of it is sent but `program`, `examples` and `shown`."""

    task: CodingTask
    mode: Mode
    seed: int
    runs_left: int
    reference: Secret[str]
    program: str = ""
    examples: list[Example] = field(default_factory=list)
    shown: list[Case] = field(default_factory=list)
    verdict: Verdict | None = None
    paid: float = 0.0
    lines: float = 0.0
    branches: float = 0.0

    def source(self, code: str) -> str:
        """The program that an answer stands for."""
        return (
            expression_family.wrapped(code) if self.task.level in expression_family.LEVELS else code
        )

    def rng(self) -> random.Random:
        """The generator of the step that is being played."""
        return random.Random(f"{self.seed} {self.runs_left}")

    def hidden(self) -> list[Case]:
        """Tests that were never shown, and then all that were: both must pass."""
        shown = tuple(self.shown)
        return [*self.task.hidden(self.seed, shown), *self.task.visible, *shown]


def broken_program(runner: Runner, game: Game, rng: random.Random) -> str:
    """A mutant of the reference that the episode's hidden tests tell from it."""
    choices = game.task.faulty
    for source in rng.sample(choices, min(MUTANTS_TRIED, len(choices))):
        verdict = judge(runner, game.task, source, game.hidden(), limits=MUTANT_LIMITS)
        if verdict.status == "ok" and not verdict.solved:
            return source
    return next(iter(game.task.wrong.values()))


@lru_cache(maxsize=128)
def _judged(runner: Runner, task: CodingTask, seed: int, source: str) -> Verdict:
    """A program on the hidden tests of an episode that has shown none.

    The episodes of a group that is trained on are about the same task by the same seed, and answer
    alike more and more often: a program is run on the same tests once. What a busy machine could
    have brought about is not remembered.
    """
    verdict = judge(runner, task, source, lambda: [*task.hidden(seed), *task.visible])
    if verdict.status not in SETTLED:
        raise _UnsettledError(verdict)
    return verdict


class _UnsettledError(Exception):
    """Carries a verdict past the memory."""

    def __init__(self, verdict: Verdict) -> None:
        self.verdict = verdict


def hand_in(runner: Runner, game: Game, code: str) -> str:
    """Judge a program on the hidden tests; the feedback names no test."""
    source = game.source(code)
    if game.shown:
        verdict = judge(runner, game.task, source, game.hidden())
    else:
        try:
            verdict = _judged(runner, game.task, game.seed, source)
        except _UnsettledError as unsettled:
            verdict = unsettled.verdict
    game.verdict = verdict
    game.paid = float(verdict.solved)
    if verdict.solved:
        return "Every hidden test passed."
    if verdict.status != "ok":
        return f"The program did not finish: {verdict.status}. {verdict.problem}".strip()
    broken = [
        text
        for kept, text in (
            (verdict.contract, "a result has the wrong type, or an argument was changed"),
            (verdict.pure, "the same call gave different results"),
        )
        if not kept
    ]
    return "; ".join([f"Hidden tests passed: {verdict.passed} of {len(verdict.right)}", *broken])


def try_out(runner: Runner, game: Game, code: str, rng: random.Random) -> str:
    """Judge a program on practice tests; a failure is shrunk, shown, and no longer hidden."""
    task, source = game.task, game.source(code)
    drawn = [draw(task.strategy, rng) for _ in range(PRACTICE)]
    known = [*task.visible, *game.shown]
    cases = [*known, *(task.case(one.value) for one in drawn)]
    verdict = judge(runner, task, source, cases)
    game.verdict = verdict
    game.lines = game.branches = 0.0
    if verdict.status != "ok":
        return f"The program did not finish: {verdict.status}. {verdict.problem}".strip()
    if verdict.contract and verdict.pure:
        calls = [case.args for case in cases]
        reached = inverse_missed_branches(
            runner, source, task.call_entry, calls, driver=task.driver
        )
        game.lines = first_failing_line(source, verdict.outcome).value
        game.branches = reached.value
    if all(verdict.right):
        kept = "" if verdict.contract and verdict.pure else " but it changes arguments or its mind"
        return f"Every visible test passed{kept}."

    def failing(values: Sequence[Any]) -> list[bool]:
        found = [task.case(value) for value in values]
        return [not right for right in judge(runner, task, source, found, repeats=0).right]

    first = verdict.right.index(False)
    case = cases[first]
    if first >= len(known):
        start = min(
            (d for d, right in zip(drawn, verdict.right[len(known) :], strict=True) if not right),
            key=lambda one: len(one.choices),
        )
        case = task.case(shrink(task.strategy, start, failing).value)
        game.shown.append(case)
    result = judge(runner, task, source, [case], repeats=0)
    answer = next(iter(result.outcome.results), None)
    got = repr(answer.value) if answer is not None and answer.ok else "an error"
    wanted = f"should give {case.expected!r}, gave" if task.accepts is None else "wrongly gave"
    text = f"{task.entry} with {arguments(case)} {wanted} {got:.200}"
    if not result.problem:
        return text
    return f"{text} ({result.problem:.200}); {first_failing_line(source, result.outcome).detail}"


def arguments(case: Case) -> str:
    """The arguments of a case as source."""
    return ", ".join(map(repr, case.args))
