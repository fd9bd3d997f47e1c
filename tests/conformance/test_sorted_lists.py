"""A list that a text calls sorted is sorted."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.sorted_lists import sorted_lists
from tests.conformance.small_environment import Env, Message, small_context, small_schema

PEOPLE = ["Ada", "bo", "Cy", "Di", "Ed", "Flo", "gus", "Hal"]
CARDS = [f"{suit}{rank}" for suit in "SHC" for rank in (5, 1, 4, 2, 3)]


class Thief(Env):
    """One of the people did it."""

    schema: ClassVar[dict[str, Any]] = small_schema(name={"type": "string"})
    told = "The people are listed in alphabetical order."
    is_sorted = True
    limit = 1

    def begin(self) -> None:
        self.people = self.rng.sample(PEOPLE, 5)
        self.cards = self.rng.sample(CARDS, 6)
        self.scores = self.rng.sample(range(50), 4)
        self.thief = self.people[0]
        if self.is_sorted:
            self.people.sort(key=str.casefold)
            self.cards.sort(key=CARDS.index)
            self.scores.sort(reverse=True)

    def show(self) -> Message:
        return {
            "rules": self.told,
            "people": self.people,
            "unseen": self.cards,
            "scores": self.scores,
        }

    def paid(self, action: Message) -> float:
        return float(action["name"] == self.thief)

    def oracle(self) -> Message:
        return {"name": self.thief}


TEXTS = (
    Thief.told,
    "You see the people and the unseen cards, sorted by suit and rank.",
    "The scores are shown in descending order.",
)


@pytest.mark.parametrize("text", TEXTS)
def test_a_list_that_is_not_sorted_as_a_text_says_is_reported(text: str) -> None:
    sorted_lists(small_context(type("Sound", (Thief,), {"told": text})))
    unsorted = type("Unsorted", (Thief,), {"told": text, "is_sorted": False})
    with pytest.raises(PropertyViolated, match="is not sorted on") as raised:
        sorted_lists(small_context(unsorted))
    assert raised.value.episode is not None


@pytest.mark.parametrize(
    "text",
    [
        "The people are listed.",
        "The people are not sorted.",
        "Your answer lists the people in alphabetical order.",
        "The people are sorted by guilt.",
        "The guests are listed in alphabetical order.",
        "Put the people in order alphabetically.",
    ],
)
def test_other_texts_state_no_order(text: str) -> None:
    unsorted = type("Unsorted", (Thief,), {"told": text, "is_sorted": False})
    with pytest.raises(NotApplicable, match="no text says"):
        sorted_lists(small_context(unsorted))


def test_a_description_may_say_nothing_but_the_order() -> None:
    for told in ("In alphabetical order", "Sorted by name"):
        context = small_context(type("Unsorted", (Thief,), {"told": "", "is_sorted": False}))
        people = {"type": "array", "description": told}
        context.survey.observation_schema = {"properties": {"people": people}}
        with pytest.raises(PropertyViolated, match="people is not sorted on"):
            sorted_lists(context)
