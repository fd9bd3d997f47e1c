"""A pattern that lists the shown strings is no solution where hidden strings decide."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.listed_examples import (
    _HIDDEN,
    listed_examples,
)
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Patterns(Env):
    """Write a pattern for words that begin with one of two letters and hold a dot."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"type": "string"}, pattern={"type": "string"}
    )
    told = "The pattern is judged on 20 hidden strings."
    judged_on_shown = False

    def begin(self) -> None:
        self.letters = "".join(self.rng.sample("abcdefgh", 2))
        self.shown, self.hidden = self.words(4), self.words(20)

    def words(self, count: int) -> list[str]:
        return [f"{self.rng.choice(self.letters)}.{n}" for n in self.rng.sample(range(999), count)]

    def show(self) -> Message:
        return {"rules": self.told, "letters": self.letters, "accepted": self.shown}

    def paid(self, action: Message) -> float:
        self.over = True
        judged = self.shown if self.judged_on_shown else self.hidden
        try:
            right = sum(re.fullmatch(action["pattern"], word) is not None for word in judged)
        except re.error:
            return 0.0
        return float(right == len(judged) and re.fullmatch(action["pattern"], "z1") is None)

    def oracle(self) -> Message:
        return {"kind": "submit", "pattern": rf"[{self.letters}]\.\d+"}


class JudgedOnShown(Patterns):
    judged_on_shown = True


class Silent(JudgedOnShown):
    told = "The pattern is judged on these strings."


class NoList(JudgedOnShown):
    def show(self) -> Message:
        return {"rules": self.told, "letters": self.letters}


def test_a_pattern_of_the_shown_strings_is_reported_where_it_is_paid() -> None:
    listed_examples(small_context(Patterns))
    with pytest.raises(PropertyViolated, match="lists the strings of accepted") as raised:
        listed_examples(small_context(JudgedOnShown))
    assert raised.value.episode is not None


def test_a_weak_solution_that_a_search_found_is_no_measure() -> None:
    class Nothing(Patterns):
        def paid(self, action: Message) -> float:
            super().paid(action)
            return 0.0

    context = small_context(Nothing)
    context.survey.found = {"kind": "answer"}
    listed_examples(context)


def test_two_tasks_show_nothing() -> None:
    context = small_context(JudgedOnShown)
    context.survey.solutions = context.survey.solutions[:2]
    with pytest.raises(EvidenceMissing, match="only 2 tasks"):
        listed_examples(context)


@pytest.mark.parametrize(
    ("env_class", "reason"), [(Silent, "no text says"), (NoList, "no list of strings is shown")]
)
def test_where_nothing_is_promised_or_shown(env_class: type[Env], reason: str) -> None:
    with pytest.raises(NotApplicable, match=reason):
        listed_examples(small_context(env_class))


@pytest.mark.parametrize(
    ("text", "is_said"),
    [
        ("It is judged on 40 hidden strings.", True),
        ("Your filter runs on lines that you have not seen.", True),
        ("It is judged on 40 strings, none of which is shown.", True),
        ("Held-out example names are used.", True),
        ("Twelve strings are shown.", False),
        ("The word is hidden in the room.", False),
        ("Words that are not allowed cost a step.", False),
    ],
)
def test_which_sentences_promise_it(text: str, is_said: bool) -> None:
    assert bool(_HIDDEN.search(text)) is is_said


class LongPattern(JudgedOnShown):
    """A pattern that is longer than need be earns less."""

    told = "It is graded on 20 strings that are not shown: 0 if one is on the wrong side."

    def paid(self, action: Message) -> float:
        return super().paid(action) * (1.0 if len(action["pattern"]) < 12 else 0.75)


class Shares(Patterns):
    """Most of the hidden strings must not match, and the share of the right ones is paid."""

    def paid(self, action: Message) -> float:
        return max(super().paid(action), 0.75)


def test_what_a_long_pattern_earns_is_enough() -> None:
    with pytest.raises(PropertyViolated, match=r"earns 0\.75 on all"):
        listed_examples(small_context(LongPattern))


def test_what_any_pattern_earns_is_not() -> None:
    listed_examples(small_context(Shares))
