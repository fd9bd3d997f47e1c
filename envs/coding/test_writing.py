"""Testing mode: the agent hands in tests, which are judged by the programs they tell apart.

Tests that refuse a correct solution earn nothing; other tests earn the share of wrong programs they
catch. Tests that the prompt shows, and tests that ask for what the task does not admit, do not
count. The tests are read as data in the sandbox.
"""

from __future__ import annotations

import random
from typing import Any

from hallmark_rl.sdk.coding.grading import NOT_RUN, Runner, SandboxUnavailable, judge
from hallmark_rl.sdk.coding.input_domain import Domain
from hallmark_rl.sdk.coding.task import Case, CodingTask
from hallmark_rl.sdk.common.equality import fingerprint

from .grading import MUTANT_LIMITS, Game

MOST_TESTS = 12
WRONG_PROGRAMS = 8
_TRIED = 24
_READER = "TESTS = (\n{code}\n)\n\n\ndef handed_in():\n    return TESTS\n"


class BadTests(Exception):
    """What was handed in is no list of tests; says why."""


def hand_in_tests(runner: Runner, game: Game, code: str, rng: random.Random) -> str:
    """Score the tests in `code`."""
    task = game.task
    try:
        given = read_tests(runner, code)
    except BadTests as error:
        return str(error)
    cases = counting(task, given)
    if not cases:
        return "No test counts: they are shown in the task, or it does not admit their arguments."
    if not judge(runner, task, task.reference, cases).solved:
        return "A correct solution fails these tests."
    found = wrong_programs(runner, game, rng)
    caught = sum(
        not judge(runner, task, source, cases, limits=MUTANT_LIMITS).solved for source in found
    )
    game.paid = caught / len(found)
    dropped = len(given) - len(cases)
    counted = f" {dropped} of the tests did not count." if dropped else ""
    return f"The tests catch {caught} of {len(found)} wrong programs.{counted}"


def read_tests(runner: Runner, code: str) -> list[Case]:
    """The tests as data, or `BadTests`."""
    outcome = runner.call(_READER.format(code=code.strip()), "handed_in", [()])
    if outcome.status == NOT_RUN:
        raise SandboxUnavailable(str(outcome.error))
    if outcome.status != "ok" or not outcome.results or not outcome.results[0].ok:
        raise BadTests("Not read: hand in a list [((arguments, ...), expected), ...].")
    tests = outcome.results[0].value
    if type(tests) is not list or not 0 < len(tests) <= MOST_TESTS:
        raise BadTests(f"Hand in a list of 1 to {MOST_TESTS} tests.")
    cases = []
    for number, test in enumerate(tests):
        if type(test) not in (tuple, list) or len(test) != 2 or type(test[0]) not in (tuple, list):
            raise BadTests(f"Test {number} is not a pair of a tuple of arguments and a result.")
        args: tuple[Any, ...] = tuple(test[0])
        cases.append(Case(args, test[1]))
    return cases


def counting(task: CodingTask, cases: list[Case]) -> list[Case]:
    """The tests that the task admits and does not show."""
    domain = Domain([case.args for case in task.pool])
    shown = {fingerprint(case.args) for case in task.visible}
    return [
        case
        for case in cases
        if domain.admits(case.args)
        and (task.valid is None or task.valid(*case.args))
        and fingerprint(case.args) not in shown
    ]


def wrong_programs(runner: Runner, game: Game, rng: random.Random) -> list[str]:
    """Programs that other tests than the visible ones catch, best those that only they catch."""
    task = game.task
    others = counting(task, task.hidden(game.seed))
    choices = [*task.wrong.values(), *rng.sample(task.faulty, min(_TRIED, len(task.faulty)))]
    found: dict[bool, list[str]] = {False: [], True: []}
    for source in choices:
        cases = [*others, *task.visible]
        verdict = judge(runner, task, source, cases, limits=MUTANT_LIMITS)
        if verdict.status == "ok" and not all(verdict.right[: len(others)]):
            found[all(verdict.right[len(others) :])].append(source)
    return [*found[True], *found[False]][:WRONG_PROGRAMS] or choices[:1]
