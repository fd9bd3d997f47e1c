"""The beginning of a list must not be paid like the whole."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.cut_answers import cut_answers
from tests.conformance.small_environment import Env, Message, small_context, small_schema

WORDS = ["ash", "beech", "cedar", "elm", "fir", "gum", "holly", "ivy"]


class Sorted(Env):
    """Sort the words, in an answer between tags."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    limit = 1

    def begin(self) -> None:
        self.words = self.rng.sample(WORDS, 5)

    def show(self) -> Message:
        return {"words": self.words}

    def read(self, action: Message) -> list[str]:
        text = str(action["text"]).removeprefix("<answer>").removesuffix("</answer>")
        return [word.strip() for word in text.split(",") if word.strip()]

    def is_right(self, words: list[str]) -> bool:
        return words == sorted(self.words)

    def paid(self, action: Message) -> float:
        return float(self.is_right(self.read(action)))

    def oracle(self) -> Message:
        return {"text": f"<answer>{', '.join(sorted(self.words))}</answer>"}


class ShorterCounts(Sorted):
    def is_right(self, words: list[str]) -> bool:
        return bool(words) and all(a == b for a, b in zip(words, sorted(self.words), strict=False))


class Labelled(ShorterCounts):
    def read(self, action: Message) -> list[str]:
        return str(action["text"]).removeprefix("Order: ").split(", ")

    def oracle(self) -> Message:
        return {"text": f"Order: {', '.join(sorted(self.words))}"}


class Listed(ShorterCounts):
    schema: ClassVar[dict[str, Any]] = small_schema(words={"type": "array", "items": {}})

    def read(self, action: Message) -> list[str]:
        return list(action["words"])

    def oracle(self) -> Message:
        return {"words": sorted(self.words)}


class AnyOfThem(Sorted):
    """Any list is right: it does not count."""

    def is_right(self, words: list[str]) -> bool:
        return True


def test_a_beginning_that_is_paid_is_reported() -> None:
    cut_answers(small_context(Sorted))
    for env_class in (ShorterCounts, Labelled, Listed):
        with pytest.raises(PropertyViolated, match="the first item of the answer alone"):
            cut_answers(small_context(env_class))


def test_a_list_that_does_not_count_is_not_cut() -> None:
    with pytest.raises(NotApplicable, match="no answer is a list"):
        cut_answers(small_context(AnyOfThem))
