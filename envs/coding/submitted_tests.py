"""Testing mode: the agent submits tests, which are graded by the wrong programs that they catch.

Tests that a correct solution fails earn nothing. Other tests earn the share of wrong programs that
fail them. Tests that the prompt shows do not count, nor do tests with inputs that the task does not
admit. The submitted list is evaluated in the sandbox and read as plain data.
"""

from __future__ import annotations

import random
from typing import Any

from hallmark_rl.sandbox import SandboxLike
from hallmark_rl.sdk.coding.grading import grade
from hallmark_rl.sdk.coding.input_domain import InputDomain
from hallmark_rl.sdk.coding.task import Case, CodingTask
from hallmark_rl.sdk.common.equality import fingerprint
from hallmark_rl.sdk.verifiers.verdict import require_run

from .episode_state import CodingEpisode, StepResult
from .submitted_programs import MUTANT_LIMITS

MAX_TESTS = 12
MAX_WRONG_PROGRAMS = 8
_MUTANTS_TRIED = 24
_READER = "TESTS = (\n{code}\n)\n\n\ndef submitted_tests():\n    return TESTS\n"


class InvalidTests(Exception):
    """The submitted code is not a list of tests; the message, which the agent sees, says why."""


def submit_tests(
    sandbox: SandboxLike, episode: CodingEpisode, code: str, rng: random.Random
) -> StepResult:
    """Grade the tests in `code`: the share of wrong programs that they catch.

    Args:
        sandbox: Where programs run.
        episode: The episode.
        code: A literal list of pairs `((arguments, ...), expected)`.
        rng: Chooses the wrong programs.

    Raises:
        NotJudged: The sandbox could not run a program.
    """
    task = episode.task
    try:
        submitted = read_tests(sandbox, code)
    except InvalidTests as error:
        return StepResult(str(error))
    cases = scored_cases(task, submitted)
    if not cases:
        return StepResult(
            "No test counts: they are shown in the task, or it does not admit their arguments."
        )
    if not grade(sandbox, task, task.reference, cases).solved:
        return StepResult("A correct solution fails these tests.")
    programs = wrong_programs(sandbox, episode, rng)
    caught = sum(
        not grade(sandbox, task, source, cases, limits=MUTANT_LIMITS).solved for source in programs
    )
    ignored = len(submitted) - len(cases)
    note = f" {ignored} of the tests did not count." if ignored else ""
    feedback = f"The tests catch {caught} of {len(programs)} wrong programs.{note}"
    return StepResult(feedback, tests=caught / len(programs))


def read_tests(sandbox: SandboxLike, code: str) -> list[Case]:
    """Evaluate `code` in the sandbox and return the tests in it.

    Raises:
        InvalidTests: `code` is not a list of 1 to `MAX_TESTS` tests.
        NotJudged: The sandbox could not run the program.
    """
    outcome = sandbox.call(_READER.format(code=code.strip()), "submitted_tests", [()])
    require_run(outcome)
    if outcome.status != "ok" or not outcome.results or not outcome.results[0].ok:
        raise InvalidTests("Not read: submit a list [((arguments, ...), expected), ...].")
    tests = outcome.results[0].value
    if type(tests) is not list or not 0 < len(tests) <= MAX_TESTS:
        raise InvalidTests(f"Submit a list of 1 to {MAX_TESTS} tests.")
    cases = []
    for number, test in enumerate(tests):
        if type(test) not in (tuple, list) or len(test) != 2 or type(test[0]) not in (tuple, list):
            raise InvalidTests(f"Test {number} is not a pair of a tuple of arguments and a result.")
        args: tuple[Any, ...] = tuple(test[0])
        cases.append(Case(args, test[1]))
    return cases


def scored_cases(task: CodingTask, cases: list[Case]) -> list[Case]:
    """Return the cases that count: the task admits their arguments and does not show them."""
    domain = InputDomain([case.args for case in task.pool])
    shown = {fingerprint(case.args) for case in task.visible_cases}
    return [
        case
        for case in cases
        if domain.admits(case.args)
        and (task.valid is None or task.valid(*case.args))
        and fingerprint(case.args) not in shown
    ]


def wrong_programs(sandbox: SandboxLike, episode: CodingEpisode, rng: random.Random) -> list[str]:
    """Return up to `MAX_WRONG_PROGRAMS` programs that fail some case that the prompt does not show.

    Programs that pass the visible cases come first. If no program qualifies, the result is one
    known wrong solution.
    """
    task = episode.task
    not_visible = scored_cases(task, task.hidden_cases(episode.seed))
    mutant_count = min(_MUTANTS_TRIED, len(task.mutant_sources))
    candidates = [*task.wrong_solutions.values(), *rng.sample(task.mutant_sources, mutant_count)]
    by_passing_visible: dict[bool, list[str]] = {True: [], False: []}
    for source in candidates:
        cases = [*not_visible, *task.visible_cases]
        result = grade(sandbox, task, source, cases, limits=MUTANT_LIMITS)
        if result.status == "ok" and not all(result.correct[: len(not_visible)]):
            passes_visible = all(result.correct[len(not_visible) :])
            by_passing_visible[passes_visible].append(source)
    programs = [*by_passing_visible[True], *by_passing_visible[False]]
    return programs[:MAX_WRONG_PROGRAMS] or candidates[:1]
