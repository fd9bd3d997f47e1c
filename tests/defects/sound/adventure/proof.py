"""Evidence from the author: how the treasures are stored, and what must not pay."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import CommandAction, SceneObservation
from .world import TREASURES

Policy = Callable[[Any, SceneObservation], CommandAction]

declared = {
    "max_steps": 30,
    "success_reward": 1.0,
    "levels": (1, 2, 3),
    "options": {"terse": [False, True]},
}

_VERBS = ("go west", "go east", "go down", "go up", "look", "unlock trapdoor")


def oracle(env: Any, observation: SceneObservation) -> CommandAction:
    """Empty the library, then the cellar; reads the observation alone."""
    return CommandAction(command=_next_command(observation))


def _next_command(seen: SceneObservation) -> str:
    if seen.items:
        return f"take {seen.items[0]}"
    if seen.room != "hall":
        return "go east" if seen.room == "library" else "go up"
    for item in seen.carried:
        if item in seen.treasures:
            return f"put {item} in chest"
    if "library" not in seen.journal or seen.journal["library"]:
        return "go west"
    return "go down" if seen.unlocked else "unlock trapdoor"


def null(env: Any, observation: SceneObservation) -> CommandAction:
    """Look around for ever."""
    return CommandAction(command="look")


def actions() -> st.SearchStrategy[CommandAction]:
    """Commands that are understood, and others."""
    items = st.sampled_from([*TREASURES, "lamp", "key"])
    return st.one_of(
        st.sampled_from(_VERBS),
        items.map(lambda item: f"take {item}"),
        items.map(lambda item: f"drop {item}"),
        items.map(lambda item: f"put {item} in chest"),
        st.text(max_size=20),
    ).map(lambda text: CommandAction(command=text))


def invalid() -> list[CommandAction]:
    """Commands that do nothing."""
    texts = ("", "dance", "go nowhere", "take moon", "put sun in chest", "x" * 80)
    return [CommandAction(command=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """The names of the treasures are known; where they lie is not a text."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to be paid without carrying a treasure."""
    yield (
        "put-unseen",
        lambda env, seen: CommandAction(
            command=f"put {seen.treasures[0] if seen.treasures else ''} in chest"
        ),
    )
    yield (
        "take-from-afar",
        lambda env, seen: CommandAction(
            command=f"take {seen.treasures[-1] if seen.treasures else ''}"
        ),
    )
    yield "claims", lambda env, seen: CommandAction(metadata={"complete": True, "gain": 1.0})
