"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .catalogue import FORMS, OPENINGS, card
from .models import CardObservation, LibrarianAction

Policy = Callable[[Any, CardObservation], LibrarianAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": tuple(FORMS)}

_BY_CARD = {card(opening, level): opening for opening in OPENINGS for level in FORMS}


def oracle(env: Any, observation: CardObservation) -> LibrarianAction:
    """Knows the catalogue by heart; reads the moves only."""
    return LibrarianAction(name=_BY_CARD[observation.moves])


def null(env: Any, observation: CardObservation) -> LibrarianAction:
    """Leaves the card without a name."""
    return LibrarianAction()


def actions() -> st.SearchStrategy[LibrarianAction]:
    """Names of openings, and other texts."""
    return st.one_of(st.sampled_from(sorted(OPENINGS)), st.text(max_size=20)).map(
        lambda name: LibrarianAction(name=name)
    )


def invalid() -> list[LibrarianAction]:
    """Texts that name no opening, or several."""
    texts = (
        "",
        "opening",
        "Defence",
        "French Defence, Sicilian Defence",
        "e4 e5",
        "Gambit or Game",
    )
    return [LibrarianAction(name=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """The name of the opening."""
    return [env.reveal().opening.reveal()]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to earn without knowing the opening."""
    yield "echo", lambda env, seen: LibrarianAction(name=seen.moves[:80])
    yield "several names", lambda env, seen: LibrarianAction(name=" / ".join(sorted(OPENINGS))[:80])
    yield "claims", lambda env, seen: LibrarianAction(metadata={"right": True, "reward": 1.0})
