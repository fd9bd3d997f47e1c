"""Evidence of the author: a composer who searches, and compositions that must not pay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import ComposeAction, ComposeObservation
from .ringing import LEVELS, changes, compose

Policy = Callable[[Any, ComposeObservation], ComposeAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": tuple(LEVELS)}


def oracle(env: Any, observation: ComposeObservation) -> ComposeAction:
    """A shortest composition, from the rows that are shown."""
    return ComposeAction(composition=".".join(compose(observation.start, observation.target)))


def null(env: Any, observation: ComposeObservation) -> ComposeAction:
    """Compose nothing."""
    return ComposeAction(composition="")


def actions() -> st.SearchStrategy[ComposeAction]:
    """Compositions on five or six bells, and other texts."""
    names = st.sampled_from(sorted({*changes(5), *changes(6)}))
    composed = st.lists(names, min_size=1, max_size=5).map(".".join)
    return st.one_of(composed, st.text("x123456.", max_size=12)).map(
        lambda text: ComposeAction(composition=text)
    )


def invalid() -> list[ComposeAction]:
    """Compositions that cannot be rung."""
    return [ComposeAction(composition=text) for text in ("", "...", "12345.", "9", "one.two", "21")]


def secrets(env: Any) -> list[str]:
    """Nothing: both rows are shown, and any composition that joins them is right."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Compositions that do not lead to the target."""
    yield (
        "there-and-back",
        lambda env, seen: ComposeAction(composition=".".join([seen.notation[0]] * 2)),
    )
    yield "everything", lambda env, seen: ComposeAction(composition=".".join(seen.notation)[:120])
    yield "target", lambda env, seen: ComposeAction(composition=seen.target)
    yield "claims", lambda env, seen: ComposeAction(metadata={"arrives": 1.0})
