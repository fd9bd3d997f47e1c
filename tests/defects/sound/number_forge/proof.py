"""Evidence from the author of the number forge."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .forge import solve
from .models import ForgeAction, ForgeObservation

Policy = Callable[[Any, ForgeObservation], ForgeAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2, 3)}


def oracle(env: Any, observation: ForgeObservation) -> ForgeAction:
    """Searches all expressions."""
    return ForgeAction(expression=solve(tuple(observation.numbers), observation.target) or "")


def null(env: Any, observation: ForgeObservation) -> ForgeAction:
    """Writes nothing."""
    return ForgeAction()


def actions() -> st.SearchStrategy[ForgeAction]:
    """Expressions of a few numbers, and other texts."""
    number = st.integers(1, 12).map(str)
    sign = st.sampled_from("+-*/")
    pair = st.builds("({} {} {})".format, number, sign, number)
    longer = st.builds("{} {} {}".format, pair, sign, st.one_of(number, pair))
    return st.one_of(longer, pair, st.text(max_size=20)).map(
        lambda text: ForgeAction(expression=text)
    )


def invalid() -> list[ForgeAction]:
    """No expressions."""
    texts = ("", "(", "2 +", "2 ** 3", "-3", "7 // 2", "x + 1", "3 4", "abs(3)", "1 / 0")
    return [ForgeAction(expression=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """None: every expression with the right value will do."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Expressions that are no work."""
    yield "target itself", lambda env, seen: ForgeAction(expression=str(seen.target))
    yield (
        "plus minus",
        lambda env, seen: ForgeAction(expression=f"{seen.target} + 1 - 1"),
    )
    yield (
        "sum",
        lambda env, seen: ForgeAction(expression=" + ".join(map(str, seen.numbers))),
    )
    yield "claims", lambda env, seen: ForgeAction(metadata={"reached": True, "reward": 1.0})
