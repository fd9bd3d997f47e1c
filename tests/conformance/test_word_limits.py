"""A limit of words that line breaks evade is reported."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.word_limits import word_limits
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Draft(Env):
    """A reply names the fact that was asked for, in at most twelve words."""

    schema: ClassVar[dict[str, Any]] = small_schema(draft={"type": "string"})
    limit = 1
    text = "Answer with at most 12 words."

    def begin(self) -> None:
        self.fact = f"parcel {self.rng.randrange(1000)}"

    def show(self) -> Message:
        return {"text": self.text, "fact": self.fact}

    def count_words(self, draft: str) -> int:
        return len(draft.split())

    def paid(self, action: Message) -> float:
        draft = action["draft"]
        return float(self.fact in draft and self.count_words(draft) <= 12)

    def oracle(self) -> Message:
        return {"draft": f"It is {self.fact} indeed"}


class OnlyBlanks(Draft):
    def count_words(self, draft: str) -> int:
        return len(draft.split(" "))


class NoLimit(Draft):
    def count_words(self, draft: str) -> int:
        return 0


class Unstated(OnlyBlanks):
    text = "Answer."


def test_a_limit_that_line_breaks_evade_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="refused with blanks between them, and paid with"):
        word_limits(small_context(OnlyBlanks))


def test_a_limit_of_words_passes() -> None:
    word_limits(small_context(Draft))


@pytest.mark.parametrize("env_class", [NoLimit, Unstated])
def test_without_a_limit_nothing_is_tried(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable):
        word_limits(small_context(env_class))
