"""Testing mode: the agent hands in tests, which are judged by the programs they tell apart.

Tests that refuse a correct solution, or that ask for what the task does not admit, earn nothing;
other tests earn the share of wrong programs they catch. The tests are read as data in the sandbox.
"""

from __future__ import annotations

import random
from typing import Any

from sdk.coding.domain import Domain
from sdk.coding.judge import Runner, judge
from sdk.coding.mutate import mutants
from sdk.coding.task import Case, CodingTask

from .episode import Game

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
        cases = read_tests(runner, task, code)
    except BadTests as error:
        return str(error)
    verdict = judge(runner, task, task.reference, cases)
    if not verdict.solved:
        return "A correct solution fails these tests."
    found = wrong_programs(runner, game, rng)
    caught = sum(not judge(runner, task, source, cases).solved for source in found)
    game.paid = caught / len(found)
    return f"The tests catch {caught} of {len(found)} wrong programs."


def read_tests(runner: Runner, task: CodingTask, code: str) -> list[Case]:
    """The tests as data, or `BadTests`."""
    outcome = runner.call(_READER.format(code=code.strip()), "handed_in", [()])
    if outcome.status != "ok" or not outcome.results or not outcome.results[0].ok:
        raise BadTests("Not read: hand in a list [((arguments, ...), expected), ...].")
    tests = outcome.results[0].value
    if type(tests) is not list or not 0 < len(tests) <= MOST_TESTS:
        raise BadTests(f"Hand in a list of 1 to {MOST_TESTS} tests.")
    domain = Domain([case.args for case in task.pool])
    cases = []
    for number, test in enumerate(tests):
        if type(test) not in (tuple, list) or len(test) != 2 or type(test[0]) not in (tuple, list):
            raise BadTests(f"Test {number} is not a pair of a tuple of arguments and a result.")
        args: tuple[Any, ...] = tuple(test[0])
        if not domain.admits(args) or (task.valid is not None and not task.valid(*args)):
            raise BadTests(f"Test {number} has arguments that the task does not admit.")
        cases.append(Case(args, test[1]))
    return cases


def wrong_programs(runner: Runner, game: Game, rng: random.Random) -> list[str]:
    """Programs that the hidden tests of the episode catch: the known ones and mutants."""
    task, hidden = game.task, game.hidden()
    changed = [m.source for m in mutants(task.reference) if m.line not in task.equivalent]
    choices = [*task.wrong.values(), *rng.sample(changed, min(_TRIED, len(changed)))]
    found = []
    for source in choices:
        verdict = judge(runner, task, source, hidden)
        if verdict.status == "ok" and not verdict.solved:
            found.append(source)
        if len(found) == WRONG_PROGRAMS:
            break
    return found
