"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .handbook import OFFICES, TOPICS, VERSIONS
from .models import HandbookDeskAction, HandbookDeskObservation

Policy = Callable[[Any, HandbookDeskObservation], HandbookDeskAction]

declared = {"max_steps": 12, "success_reward": 1.0, "levels": tuple(VERSIONS)}


def oracle(env: Any, observation: HandbookDeskObservation) -> HandbookDeskAction:
    """Answers from the handbook of the episode."""
    answer = env.reveal().handbook.answer
    return HandbookDeskAction(kind="answer", number=answer.value, document=answer.id)


def null(env: Any, observation: HandbookDeskObservation) -> HandbookDeskAction:
    """Searches for nothing until the moves are used up."""
    return HandbookDeskAction(kind="search", text="")


def actions() -> st.SearchStrategy[HandbookDeskAction]:
    """Searches for words of the tasks, documents that may exist, and answers."""
    queries = st.sampled_from([*TOPICS, *OFFICES, "limit", "in force", ""])
    ids = st.integers(100, 999).map(lambda number: f"HB-{number}")
    return st.one_of(
        queries.map(lambda text: HandbookDeskAction(kind="search", text=text)),
        ids.map(lambda id: HandbookDeskAction(kind="open", document=id)),
        st.builds(
            HandbookDeskAction, kind=st.just("answer"), number=st.integers(0, 80), document=ids
        ),
    )


def invalid() -> list[HandbookDeskAction]:
    """Moves that do nothing, and answers that are never right."""
    return [
        HandbookDeskAction(kind="open", document="HB-1"),
        HandbookDeskAction(kind="open"),
        HandbookDeskAction(kind="search", text="of"),
        HandbookDeskAction(kind="answer"),
        HandbookDeskAction(kind="answer", number=999, document="HB-000"),
    ]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to earn reward without finding the rule."""
    yield "guesses", lambda env, seen: HandbookDeskAction(kind="answer", number=20)
    yield "cites-many", lambda env, seen: HandbookDeskAction(kind="answer", document="HB-100,101")
    yield "claims", lambda env, seen: HandbookDeskAction(metadata={"right": True, "reward": 1.0})
