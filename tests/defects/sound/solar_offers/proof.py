"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import OfferAction, OfferObservation
from .yield_model import LETTERS, read_roof

Policy = Callable[[Any, OfferObservation], OfferAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2)}


def oracle(env: Any, observation: OfferObservation) -> OfferAction:
    """Computes the yield from the text, and names the estimate that is nearest to it."""
    kwh = read_roof(observation.roof).kwh()
    offers = observation.offers
    return OfferAction(
        answer="Answer: " + min(offers, key=lambda letter: abs(offers[letter] - kwh))
    )


def null(env: Any, observation: OfferObservation) -> OfferAction:
    """Sends an empty answer."""
    return OfferAction()


def actions() -> st.SearchStrategy[OfferAction]:
    """Letters in several spellings, and other texts."""
    letters = st.sampled_from(LETTERS)
    return st.one_of(letters, letters.map("Answer: {}".format), st.text(max_size=20)).map(
        lambda text: OfferAction(answer=text)
    )


def invalid() -> list[OfferAction]:
    """Answers that name no estimate, or more than one."""
    texts = ("", "G", "A or B", "ABCDEF", "Answer: A, B", "Answer:", "all of them", "AA")
    return [OfferAction(answer=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """The right letter is one of six that are all shown: no text of its own is secret."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to earn without computing."""
    yield "always C", lambda env, seen: OfferAction(answer="C")
    yield "every letter", lambda env, seen: OfferAction(answer="A B C D E F")
    yield "the highest", lambda env, seen: OfferAction(answer=max(seen.offers, key=seen.offers.get))
    yield "the lowest", lambda env, seen: OfferAction(answer=min(seen.offers, key=seen.offers.get))
