"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import ScalesAction, ScalesObservation
from .scales import good_weighing, pointer, read_log

Policy = Callable[[Any, ScalesObservation], ScalesAction]

declared = {
    "max_steps": 16,
    "success_reward": 0.85,
    "deterministic": True,
    "concurrent_sessions": True,
    "levels": (1, 2, 3),
}


def oracle(env: Any, seen: ScalesObservation) -> ScalesAction:
    """At most three weighings, from the log alone."""
    kinds = ("heavy", "light") if seen.may_be_light else ("heavy",)
    open_ = [(coin, kind) for coin in range(1, seen.coins + 1) for kind in kinds]
    for left, right, tilt in read_log(seen.log):
        open_ = [suspect for suspect in open_ if pointer(left, right, suspect) == tilt]
    if len(open_) == 1:
        return ScalesAction(act="name", coin=open_[0][0], kind=open_[0][1])
    left, right = good_weighing(open_, seen.coins)
    return ScalesAction(left=left, right=right)


def null(env: Any, seen: ScalesObservation) -> ScalesAction:
    """Name no coin."""
    return ScalesAction(act="name")


def actions() -> st.SearchStrategy[ScalesAction]:
    """Weighings, refused ones among them, and answers."""
    coins = st.lists(st.integers(1, 27), max_size=4)
    weigh = st.builds(lambda a, b: ScalesAction(left=a, right=b), coins, coins)
    single = st.permutations(range(1, 10)).map(
        lambda c: ScalesAction(left=list(c[:3]), right=list(c[3:6]))
    )
    name = st.builds(
        lambda c, k: ScalesAction(act="name", coin=c, kind=k),
        st.integers(0, 27),
        st.sampled_from(["heavy", "light"]),
    )
    return st.one_of(single, weigh, name)


def invalid() -> list[ScalesAction]:
    """Weighings that the scales refuse, and an answer that is no coin."""
    return [
        ScalesAction(),
        ScalesAction(left=[1, 2], right=[3]),
        ScalesAction(left=[1], right=[1]),
        ScalesAction(left=[0], right=[-4]),
        ScalesAction(act="name", coin=0),
    ]


def secrets(env: Any) -> list[str]:
    """The answer is a number; it shows in the log as one of many."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that do not find the coin."""
    yield "weigh-again", lambda env, seen: ScalesAction(left=[1], right=[2])
    yield "refused", lambda env, seen: ScalesAction(left=list(range(1, 8)), right=[8])
    yield "claims", lambda env, seen: ScalesAction(metadata={"coin": 1, "right": True})
