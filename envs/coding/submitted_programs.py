"""Programs from the agent: run them on visible tests, or grade them on the hidden ones."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hallmark_rl.sandbox import Limits, SandboxLike
from hallmark_rl.sdk.coding.grading import Grade, grade
from hallmark_rl.sdk.coding.sampling import DrawnValue, draw, shrink
from hallmark_rl.sdk.coding.task import Case
from hallmark_rl.sdk.common.untrusted import shown
from hallmark_rl.sdk.verifiers import first_failing_line, inverse_missed_branches

from .episode_state import CodingEpisode, StepResult
from .grade_cache import GradeCache

PRACTICE_CASES = 24
"""How many new cases a `run` draws."""
REPEATABLE_STATUSES = ("ok", "error", "forbidden")
"""Statuses that a second run would have too; a limit may be reached only on a busy machine."""
MUTANTS_TRIED = 12
MUTANT_LIMITS = Limits(wall_s=8.0, cpu_s=0.4)
"""Short limits: a mutant with an endless loop is not used."""

_grades = GradeCache(max_entries=128)


def broken_program(sandbox: SandboxLike, episode: CodingEpisode, rng: random.Random) -> str:
    """Return a mutant of the reference that fails the hidden cases of the episode.

    If none of `MUTANTS_TRIED` mutants does, return the first known wrong solution of the task.
    """
    candidates = episode.task.mutant_sources
    for source in rng.sample(candidates, min(MUTANTS_TRIED, len(candidates))):
        cases = episode.final_cases()
        result = grade(sandbox, episode.task, source, cases, limits=MUTANT_LIMITS)
        if result.status == "ok" and not result.solved:
            return source
    return next(iter(episode.task.wrong_solutions.values()))


def submit(sandbox: SandboxLike, episode: CodingEpisode, code: str) -> StepResult:
    """Grade a program on the hidden cases. The feedback describes no hidden case.

    Raises:
        NotJudged: The sandbox could not run the program.
    """
    result = _grade_on_final_cases(sandbox, episode, episode.source(code))
    return StepResult(_submit_feedback(result), result, tests=float(result.solved))


def _grade_on_final_cases(sandbox: SandboxLike, episode: CodingEpisode, source: str) -> Grade:
    if episode.shown:  # different cases than in other episodes of this task and seed
        return grade(sandbox, episode.task, source, episode.final_cases)
    key = (sandbox, episode.task, episode.seed, source)
    result = _grades.get(key)
    if result is None:
        result = grade(sandbox, episode.task, source, episode.final_cases)
        if result.status in REPEATABLE_STATUSES:
            _grades.put(key, result)
    return result


def _submit_feedback(result: Grade) -> str:
    if result.solved:
        return "Every hidden test passed."
    if result.status != "ok":
        return _unfinished(result)
    parts = [f"Hidden tests passed: {result.passed_count} of {len(result.correct)}"]
    if not result.keeps_contract:
        parts.append("a result has the wrong type, or an argument was changed")
    if not result.is_pure:
        parts.append("the same call gave different results")
    return "; ".join(parts)


def _unfinished(result: Grade) -> str:
    return f"The program did not finish: {result.status}. {result.problem}".strip()


def run_practice_tests(
    sandbox: SandboxLike, episode: CodingEpisode, code: str, rng: random.Random
) -> StepResult:
    """Run a program on the visible cases and on new practice cases.

    If it fails a practice case, the feedback shows a shrunk counterexample. A case that was shown
    no longer counts as hidden.

    Args:
        sandbox: Where the program runs.
        episode: The episode; it is not changed.
        code: The agent's answer.
        rng: Draws the practice cases.

    Raises:
        NotJudged: The sandbox could not run the program.
    """
    task, source = episode.task, episode.source(code)
    drawn = [draw(task.strategy, rng) for _ in range(PRACTICE_CASES)]
    known = [*task.visible_cases, *episode.shown]
    cases = [*known, *(task.make_case(value.value) for value in drawn)]
    result = grade(sandbox, task, source, cases)
    if result.status != "ok":
        return StepResult(_unfinished(result), result)
    keeps_rules = result.keeps_contract and result.is_pure
    lines = branches = 0.0
    if keeps_rules:
        calls = [case.args for case in cases]
        reached = inverse_missed_branches(
            sandbox, source, task.call_entry, calls, driver=task.driver
        )
        lines, branches = first_failing_line(source, result.outcome).value, reached.value
    counterexample = None
    if all(result.correct):
        broken_rule = "" if keeps_rules else " but the program changes arguments or is not pure"
        feedback = f"Every visible test passed{broken_rule}."
    else:
        first_failed = result.correct.index(False)
        failed_case = cases[first_failed]
        if first_failed >= len(known):
            pairs = zip(drawn, result.correct[len(known) :], strict=True)
            failed = [value for value, correct in pairs if not correct]
            failed_case = counterexample = _shrunk(sandbox, episode, source, failed)
        feedback = _failure_text(sandbox, episode, source, failed_case)
    return StepResult(
        feedback, result, lines=lines, branches=branches, counterexample=counterexample
    )


def _shrunk(
    sandbox: SandboxLike, episode: CodingEpisode, source: str, failed: Sequence[DrawnValue]
) -> Case:
    """A small case that the program fails, shrunk from the smallest of `failed`."""
    task = episode.task

    def failing(values: Sequence[tuple[object, ...]]) -> list[bool]:
        cases = [task.make_case(value) for value in values]
        return [not correct for correct in grade(sandbox, task, source, cases, repeats=0).correct]

    start = min(failed, key=lambda value: len(value.choices))
    return task.make_case(shrink(task.strategy, start, failing).value)


def _failure_text(sandbox: SandboxLike, episode: CodingEpisode, source: str, case: Case) -> str:
    """The call, its expected and its actual result, and the line of an error."""
    task = episode.task
    result = grade(sandbox, task, source, [case], repeats=0)
    answer = next(iter(result.outcome.results), None)
    actual = shown(answer.value) if answer is not None and answer.ok else "an error"
    expected = f"should give {case.expected!r}, gave" if task.accepts is None else "wrongly gave"
    text = f"{task.entry} with {arguments_source(case)} {expected} {actual:.200}"
    if not result.problem:
        return text
    return f"{text} ({result.problem:.200}); {first_failing_line(source, result.outcome).detail}"


def arguments_source(case: Case) -> str:
    """Return the arguments of a case as Python source: `[1, 2], 3`."""
    return ", ".join(map(repr, case.args))
