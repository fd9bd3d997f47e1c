"""Evidence from the author: how a knot is taught, and what must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .knots import LEVELS, PARTS, SIDES, SWAPPED, VERBS
from .models import LessonAction, LessonObservation
from .server.knot_lesson_environment import MAX_STEPS

Policy = Callable[[Any, LessonObservation], LessonAction]

declared = {"max_steps": MAX_STEPS, "success_reward": 1.0, "levels": tuple(LEVELS)}


def oracle(env: Any, observation: LessonObservation) -> LessonAction:
    """Reads out the card for the rope as it looks now, with the sides as the learner needs them."""
    card = next(card for card in observation.cards if card.when == observation.rope)
    swap = (observation.hand == "left") != (observation.place == "opposite")
    side = SWAPPED.get(card.side, card.side) if swap else card.side
    return LessonAction(verb=card.verb, part=card.part, side=side)


def null(env: Any, observation: LessonObservation) -> LessonAction:
    """Says nothing."""
    return LessonAction()


def actions() -> st.SearchStrategy[LessonAction]:
    """Instructions of the words that cards can have, and of other words."""
    other = st.text(max_size=5)
    return st.builds(
        LessonAction,
        verb=st.one_of(st.sampled_from(VERBS), other),
        part=st.one_of(st.sampled_from(PARTS), other),
        side=st.one_of(st.sampled_from(SIDES), other),
    )


def invalid() -> list[LessonAction]:
    """Instructions that no learner understands."""
    return [
        LessonAction(verb="knit", part="tail", side="left"),
        LessonAction(verb="Cross", part="Tail", side="Left"),
        LessonAction(verb="cross", part="tail", side="up"),
        LessonAction(verb=" ", part="*", side="left"),
    ]


def secrets(env: Any) -> list[str]:
    """The cards show everything but which of them is next."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that talk without looking at the rope."""
    yield "all words at once", _all_words
    yield "one card again and again", _same_card
    yield "the look of the knot", lambda env, seen: LessonAction(verb=seen.goal[:30])
    yield "claims", lambda env, seen: LessonAction(metadata={"tied": True, "reward": 1.0})


def _all_words(env: Any, seen: LessonObservation) -> LessonAction:
    return LessonAction(
        verb=" ".join(VERBS)[:30], part=" ".join(PARTS)[:30], side=" ".join(SIDES)[:30]
    )


def _same_card(env: Any, seen: LessonObservation) -> LessonAction:
    card = seen.cards[0]
    return LessonAction(verb=card.verb, part=card.part, side=card.side)
