"""Evidence from the author: each text is about one thing."""

from collections.abc import Iterator
from typing import Any

from env import LIMIT, TEXTS, DeskAction

ABOUT = {text: about for about, texts in TEXTS.items() for text in texts}
declared = {"max_steps": LIMIT, "success_reward": 1.0}


def oracle(env: Any, observation: Any) -> DeskAction:
    """Labels the next ticket."""
    open_ones = [name for name in observation.tickets if name not in observation.labelled]
    return DeskAction(
        kind="label", ticket=open_ones[0], label=ABOUT[observation.tickets[open_ones[0]]]
    )


def null(env: Any, observation: Any) -> DeskAction:
    """Reads the first ticket again and again."""
    return DeskAction(kind="read", ticket=next(iter(observation.tickets)))


def invalid() -> Iterator[DeskAction]:
    """Actions that the desk refuses."""
    yield DeskAction(kind="label", ticket="T-1", label="bug")
    yield DeskAction(kind="pass_on")
    yield DeskAction(kind="label")


def secrets(env: Any) -> list[str]:
    """Nothing to search for: the labels are three words."""
    return []


def exploits() -> Iterator[tuple[str, Any]]:
    """The same label for all."""
    yield "no label", lambda env, seen: DeskAction(kind="label", ticket=next(iter(seen.tickets)))
