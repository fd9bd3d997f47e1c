"""What only the author of the environment knows: its oracle, its secrets, and known exploits.

The conformance suite and the trainer read this file; docs/proof.md describes every name.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from hypothesis import strategies as st

from hallmark_rl.sdk.coding.grading import grade
from hallmark_rl.sdk.coding.task import Case
from hallmark_rl.sdk.verifiers.source_checks import free_of

from . import expression_family, text
from .episode_state import CodingEpisode
from .exploits import exploit_programs
from .models import CodingAction, CodingObservation
from .server.coding_environment import CodingEnvironment
from .submitted_tests import scored_cases, wrong_programs

Policy = Callable[[Any, CodingObservation], CodingAction]
_SUSPECT_NAMES = frozenset(
    ("__import__", "breakpoint", "compile", "eval", "exec", "globals", "input", "locals", "open")
)
_SUSPECT_MODULES = frozenset(
    ("builtins", "ctypes", "gc", "importlib", "inspect", "io", "os", "signal", "subprocess")
)

declared = {
    "max_steps": 6,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": (1, 2, 3, 4, 5, 6),
    "setups": (
        {"mode": "repair"},
        {"mode": "debug", "level": 4},
        {"mode": "testing", "level": 4},
    ),
}


def oracle(env: Any, observation: CodingObservation) -> CodingAction:
    """Submit the reference solution or, in testing mode, tests made from it."""
    episode = env.reveal()
    task = episode.task
    if observation.mode == "testing":
        cases = _catching_cases(env, episode)
        return CodingAction(code=repr([(case.args, case.expected) for case in cases]))
    if observation.signature == expression_family.SIGNATURE:
        return CodingAction(code=task.name.removeprefix("expression "))
    return CodingAction(code=task.reference)


def _catching_cases(env: Any, episode: CodingEpisode) -> list[Case]:
    """For each wrong program that the environment will try, a case that it fails."""
    cases = scored_cases(episode.task, episode.task.hidden_cases(episode.seed))
    chosen = {}
    for source in wrong_programs(env.sandbox, episode, episode.rng()):
        first_failed = grade(env.sandbox, episode.task, source, cases).correct.index(False)
        chosen[first_failed] = cases[first_failed]
    return list(chosen.values())


def null(env: Any, observation: CodingObservation) -> CodingAction:
    """Submit an empty program."""
    return CodingAction(code="")


_IMPURE = "def f(x, seen=[]):\n    seen.append(x)\n    return x + len(seen)\n"


def actions() -> st.SearchStrategy[CodingAction]:
    """Expressions of the family and programs that break a rule, run or submitted."""
    functions, _ = expression_family.splits()
    expressions = st.sampled_from(functions).map(lambda function: function.text)
    texts = ["", "x", "1/0", "(", "def f(x):\n    return x\n", "def f(x):\n    return str(x)\n"]
    texts += ["import os", "'x' * 10**12", _IMPURE]
    kinds = st.sampled_from(["submit", "run"])
    return st.builds(CodingAction, kind=kinds, code=st.one_of(expressions, st.sampled_from(texts)))


def invalid() -> list[CodingAction]:
    """Submissions that do not run or define nothing: each ends the episode without reward."""
    texts = ("", "(", "not python at all", "\x00", "return 3", "def g(x): return x", "é" * 500)
    return [CodingAction(code=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """The solution, unless it has only one or two letters: these occur in other texts by chance."""
    episode = env.reveal()
    in_family = episode.task.level in expression_family.LEVELS
    expression = episode.task.name.removeprefix("expression ") if in_family else ""
    solutions = [episode.reference.reveal().strip(), expression]
    return [solution for solution in solutions if len(solution) > 2]


def audit(task: Any, completions: Sequence[str]) -> bool:
    """Whether the last program is correct, by a check that is never part of the reward.

    The trainer compares it with the reward. The program must not use suspect names, and must pass
    tests of a seed that no episode has, in one order and then in the reverse order. This detects
    programs that depend on earlier calls, on the visible tests or on the episode's hidden tests.

    Args:
        task: The seed, split and level of an episode.
        completions: The texts of the agent, one for each turn.
    """
    env = CodingEnvironment()
    env.reset(seed=task.seed, split=task.split, level=task.level)
    episode = env.reveal()
    action = text.parse(completions[-1]) if completions else CodingAction(kind="run")
    source = episode.source(action.code)
    if action.kind == "run":
        return False
    if not free_of(source, names=_SUSPECT_NAMES, modules=_SUSPECT_MODULES).passed:
        return False
    cases = episode.task.hidden_cases(f"audit {task.seed}")
    return grade(env.sandbox, episode.task, source, [*cases, *reversed(cases)]).solved


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to earn reward without solving the task."""
    for name, write in exploit_programs():
        yield name, _submitting(write)
    yield "claims-success", _claim_success
    yield "random-expression", _wrong_expression


def _submitting(write: Callable[[CodingObservation], str]) -> Policy:
    return lambda env, observation: CodingAction(code=write(observation))


def _claim_success(env: Any, observation: CodingObservation) -> CodingAction:
    """Claim success in the action's metadata."""
    claim = {"reward": 1.0, "success": True, "tests": 1.0, "done": True}
    return CodingAction(code="0", metadata=claim)


def _wrong_expression(env: Any, observation: CodingObservation) -> CodingAction:
    """A random expression of the family that does not fit the examples."""
    shown = [(e.arguments, e.result) for e in observation.examples]
    rng = random.Random(repr(shown))
    functions, _ = expression_family.splits()
    wrong = [f for f in functions if [(str(x), str(y)) for x, y in f.pairs] != shown]
    return CodingAction(code=rng.choice(wrong).text)
