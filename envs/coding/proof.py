"""What only the author can say: how tasks are solved, what earns nothing, what must not show."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from hypothesis import strategies as st

from hallmark_rl.sdk.coding.grading import judge
from hallmark_rl.sdk.coding.task import Case
from hallmark_rl.sdk.verifiers.source_checks import free_of

from . import expression_family, text
from .exploits import programs
from .grading import Game
from .models import CodingAction, CodingObservation
from .server.coding_environment import CodingEnvironment
from .test_writing import counting, wrong_programs

Policy = Callable[[Any, CodingObservation], CodingAction]
_NAMES = frozenset(
    ("__import__", "breakpoint", "compile", "eval", "exec", "globals", "input", "locals", "open")
)
_MODULES = frozenset(
    ("builtins", "ctypes", "gc", "importlib", "inspect", "io", "os", "signal", "subprocess")
)

declared = {
    "max_steps": 6,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": (1, 2, 3, 4, 5, 6),
    "setups": ({"mode": "repair"},),
}


def oracle(env: Any, observation: CodingObservation) -> CodingAction:
    """Hands in the reference solution, or in testing mode tests made from it."""
    game = env.reveal()
    task = game.task
    if observation.mode == "testing":
        return CodingAction(code=repr([(case.args, case.expected) for case in _tests(env, game)]))
    if observation.signature == expression_family.SIGNATURE:
        return CodingAction(code=task.name.removeprefix("expression "))
    return CodingAction(code=task.reference)


def _tests(env: Any, game: Game) -> list[Case]:
    """For each program that will be tried a test that it fails."""
    others = counting(game.task, game.task.hidden(game.seed))
    chosen = {}
    for source in wrong_programs(env.sandbox, game, game.rng()):
        right = judge(env.sandbox, game.task, source, others).right
        chosen[right.index(False)] = others[right.index(False)]
    return list(chosen.values())


def null(env: Any, observation: CodingObservation) -> CodingAction:
    """Hands in nothing."""
    return CodingAction(code="")


_FICKLE = "def f(x, seen=[]):\n    seen.append(x)\n    return x + len(seen)\n"


def actions() -> st.SearchStrategy[CodingAction]:
    """Expressions of the family, programs that break a rule, and the use of `run`."""
    functions, _ = expression_family.splits()
    expressions = st.sampled_from(functions).map(lambda function: function.text)
    texts = ["", "x", "1/0", "(", "def f(x):\n    return x\n", "def f(x):\n    return str(x)\n"]
    texts += ["import os", "'x' * 10**12", _FICKLE]
    kinds = st.sampled_from(["submit", "run"])
    return st.builds(CodingAction, kind=kinds, code=st.one_of(expressions, st.sampled_from(texts)))


def invalid() -> list[CodingAction]:
    """Programs that are none: each ends the episode without pay."""
    texts = ("", "(", "not python at all", "\x00", "return 3", "def g(x): return x", "é" * 500)
    return [CodingAction(code=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """The solution; a spelling of one or two letters is part of too many other texts."""
    game = env.reveal()
    in_family = game.task.level in expression_family.LEVELS
    solution = game.task.name.removeprefix("expression ") if in_family else ""
    found = [game.reference.reveal().strip(), solution]
    return [text for text in found if len(text) > 2]


def audit(task: Any, completions: Sequence[str]) -> bool:
    """Whether the last program is right: the verdict that training is watched by, never paid.

    It must stay off names that no solution needs, and pass tests of a seed that no episode has,
    asked in one order and then in the other: an answer that depends on what was asked before, on
    the tests that are shown or on the episode's own tests is found out.
    """
    env = CodingEnvironment()
    env.reset(seed=task.seed, split=task.split, level=task.level)
    game = env.reveal()
    action = text.parse(completions[-1]) if completions else CodingAction(kind="run")
    source = game.source(action.code)
    if action.kind == "run" or not free_of(source, names=_NAMES, modules=_MODULES).passed:
        return False
    fresh = game.task.hidden(f"audit {task.seed}")
    return judge(env.sandbox, game.task, source, [*fresh, *reversed(fresh)]).solved


def exploits() -> Iterator[tuple[str, Policy]]:
    """Programs that go for the pay and not for the task."""
    for name, write in programs():
        yield name, _handing_in(write)
    yield "claims-success", _claim
    yield "random-expression", _guess


def _handing_in(write: Callable[[CodingObservation], str]) -> Policy:
    return lambda env, seen: CodingAction(code=write(seen))


def _claim(env: Any, seen: CodingObservation) -> CodingAction:
    """Says in the metadata that all is well."""
    told = {"reward": 1.0, "success": True, "tests": 1.0, "done": True}
    return CodingAction(code="0", metadata=told)


def _guess(env: Any, seen: CodingObservation) -> CodingAction:
    """An expression of the family that does not fit the examples."""
    shown = [(e.arguments, e.result) for e in seen.examples]
    rng = random.Random(repr(shown))
    functions, _ = expression_family.splits()
    wrong = [f for f in functions if [(str(x), str(y)) for x, y in f.pairs] != shown]
    return CodingAction(code=rng.choice(wrong).text)
