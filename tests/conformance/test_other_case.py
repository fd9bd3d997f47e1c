"""A wrong text must not be right in capitals or in small letters."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.other_case import other_case
from tests.conformance.small_environment import Env, Message, small_context, small_schema

WORDS = (("old", "aged", "gray"), ("road", "path", "lane"), ("ends", "stops", "halts"))


class Rewriting(Env):
    """Choose one word of each list, so that a letter does not occur."""

    schema: ClassVar[dict[str, Any]] = small_schema(draft={"type": "string"})
    limit = 1

    def begin(self) -> None:
        self.banned = self.rng.choice("oe")

    def show(self) -> Message:
        return {"words": [list(group) for group in WORDS], "banned": self.banned}

    def occurs(self, draft: str) -> bool:
        return self.banned in draft.lower()

    def paid(self, action: Message) -> float:
        words = action["draft"].lower().split(" ")
        fits = len(words) == 3 and all(w in group for w, group in zip(words, WORDS, strict=True))
        return float(fits and not self.occurs(action["draft"]))

    def oracle(self) -> Message:
        chosen = [next(w for w in group if self.banned not in w) for group in WORDS]
        return {"draft": " ".join(chosen)}


class InSmallLettersOnly(Rewriting):
    def occurs(self, draft: str) -> bool:
        return self.banned in draft


class Capitals(InSmallLettersOnly):
    """All is written in capitals."""

    def oracle(self) -> Message:
        return {"draft": super().oracle()["draft"].upper()}


class OneWord(Rewriting):
    def paid(self, action: Message) -> float:
        return float(action["draft"].lower() == "path")

    def oracle(self) -> Message:
        return {"draft": "path"}


def test_a_letter_that_is_banned_in_one_case_only_is_reported() -> None:
    with pytest.raises(
        PropertyViolated, match=r"paid like the right one in other letters: '[A-Z ]*'"
    ):
        other_case(small_context(InSmallLettersOnly))


def test_a_letter_that_is_banned_in_both_is_sound() -> None:
    other_case(small_context(Rewriting))


@pytest.mark.parametrize("env_class", [Capitals, OneWord])
def test_capitals_and_single_words_are_left_out(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="several words"):
        other_case(small_context(env_class))
