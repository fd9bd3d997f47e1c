"""The right item of a list that is found must not look different."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.listed_looks import listed_looks
from tests.conformance.small_environment import Env, Message, small_context, small_schema

TOPICS = ["overtime", "parental leave", "travel", "sickness"]


class Handbook(Env):
    """Search for a topic, and name the page that was in force."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        do={"enum": ["search", "answer"]}, text={"type": "string", "maxLength": 30}
    )
    limit = 4
    cut_at_answer = False
    any_is_right = False

    def begin(self) -> None:
        self.topic = self.rng.choice(TOPICS)
        self.pages = [f"HB-{n}" for n in self.rng.sample(range(100, 999), 5)]
        self.right = self.rng.choice(self.pages)
        self.hits: list[Message] = []

    def show(self) -> Message:
        return {"question": f"Which page states the {self.topic} rule?", "hits": self.hits}

    def paid(self, action: Message) -> float:
        if action["do"] == "search":
            words = action["text"].split()
            found = bool(words) and any(word in self.show()["question"] for word in words)
            self.hits = [self.hit(page) for page in self.pages] if found else []
            return 0.0
        self.over = True
        return float(action["text"] == self.right or (self.any_is_right and "HB" in action["text"]))

    def hit(self, page: str) -> Message:
        cut = self.cut_at_answer and page == self.right
        return {"page": page, "snippet": "… at most 12 hours" if cut else "This page states …"}

    def oracle(self) -> Message:
        return {"do": "answer", "text": self.right}


class CutAtAnswer(Handbook):
    cut_at_answer = True


class AnyIsRight(CutAtAnswer):
    any_is_right = True


class NoSearch(CutAtAnswer):
    def hit(self, page: str) -> Message:
        return {"page": f"{page}?", "snippet": "…"}


def test_a_result_that_is_cut_at_the_answer_is_reported() -> None:
    text = r"hits.page, the item whose 'snippet' begins differently is the right one on (\d+) of \1"
    with pytest.raises(PropertyViolated, match=text) as raised:
        listed_looks(small_context(CutAtAnswer))
    assert raised.value.episode is not None


@pytest.mark.parametrize("env_class", [Handbook, AnyIsRight])
def test_like_items_and_a_choice_that_does_not_matter_are_not_reported(
    env_class: type[Env],
) -> None:
    listed_looks(small_context(env_class))


def test_lists_without_the_answer_say_nothing() -> None:
    with pytest.raises(NotApplicable, match="shows a list"):
        listed_looks(small_context(NoSearch))
