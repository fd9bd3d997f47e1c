"""Replies to texts that mean nothing must not describe the right candidate."""

from __future__ import annotations

import itertools
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.secrecy.pointing_replies import pointing_replies
from tests.conformance.small_environment import Env, Message, small_context, small_schema

TRAITS = (("old", "young"), ("loud", "quiet"), ("slow", "quick"))


class Guests(Env):
    """Find a guest by traits; a text that names no trait gets an example of a question."""

    schema: ClassVar[dict[str, Any]] = small_schema(say={"type": "string"})
    limit = 20

    def begin(self) -> None:
        people = list(itertools.product(*TRAITS))
        self.rng.shuffle(people)
        names = ("Ann", "Bea", "Cid", "Dov", "Eva", "Fay", "Gil", "Hal")
        self.guests = [
            {"name": name, "traits": list(traits)}
            for name, traits in zip(names, people, strict=True)
        ]
        self.wanted = self.rng.choice(self.guests)
        self.unclear, self.reply = 0, "Ask me."

    def show(self) -> Message:
        return {"guests": self.guests, "reply": self.reply}

    def example(self) -> dict[str, Any]:
        return self.guests[0]

    def paid(self, action: Message) -> float:
        text = str(action["say"])
        if text.startswith("it is "):
            self.over = True
            return float(text == f"it is {self.wanted['name']}")
        self.reply = f"Ask like this: {self.example()['traits'][self.unclear % len(TRAITS)]}?"
        self.unclear += 1
        return 0.0

    def oracle(self) -> Message:
        return {"say": f"it is {self.wanted['name']}"}


class ExampleOfTheWanted(Guests):
    def example(self) -> dict[str, Any]:
        return self.wanted


class Unlisted(ExampleOfTheWanted):
    def show(self) -> Message:
        return {"reply": self.reply}


def test_examples_made_from_the_answer_are_reported() -> None:
    pointing_replies(small_context(Guests))
    with pytest.raises(PropertyViolated, match=r"the right one of guests on \d+ of \d+ fresh"):
        pointing_replies(small_context(ExampleOfTheWanted))


def test_without_candidates_nothing_is_described() -> None:
    with pytest.raises(NotApplicable, match="several candidates"):
        pointing_replies(small_context(Unlisted))
