"""A sentence that is denied must not be paid like the sentence."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.denied_sentences import denied_sentence
from tests.conformance.small_environment import Env, Message, small_context, small_schema

NOUNS = ("dog", "cat", "boy", "king", "bird", "ship", "rose", "house")


class Translation(Env):
    """Translate a sentence; articles are free."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    limit = 1
    told = "Translate the sentence; articles are free."
    free: ClassVar[set[str]] = {"the", "a"}
    form = "The {} sees the {}."

    def begin(self) -> None:
        self.pair = self.rng.sample(NOUNS, 2)

    def show(self) -> Message:
        return {"told": self.told, "words": [word[::-1] for word in self.pair]}

    def words(self, text: str) -> list[str]:
        return [word for word in re.findall(r"[a-z]+", text.lower()) if word not in self.free]

    def paid(self, action: Message) -> float:
        return float(self.words(action["text"]) == self.words(self.oracle()["text"]))

    def oracle(self) -> Message:
        return {"text": self.form.format(*self.pair)}


class SmallWordsLeftOut(Translation):
    free: ClassVar[set[str]] = {"the", "a", "not"}


class OnlyBeforeVerbs(Translation):
    """`does not` is left out before the verb, and refused elsewhere."""

    def words(self, text: str) -> list[str]:
        return super().words(text.replace("does not sees", "sees"))


class Tagged(SmallWordsLeftOut):
    form = "<answer>The {} sees the {}.</answer>"


class OtherWordsFree(Translation):
    """Only the nouns are looked for, whatever else is said."""

    def words(self, text: str) -> list[str]:
        return [word for word in super().words(text) if word in NOUNS]


class SaysSo(SmallWordsLeftOut):
    told = "Translate the sentence; stop words are ignored."


class SaysItOfNot(SmallWordsLeftOut):
    told = 'Translate the sentence; "the", "a" and "not" are free.'


class OneName(SmallWordsLeftOut):
    form = "{} {}"


class DeniesItself(SmallWordsLeftOut):
    form = "The {} does not see the {}."


class Seldom(Translation):
    """On a few tasks a word is free by accident."""

    def words(self, text: str) -> list[str]:
        is_odd = self.pair[0] in ("dog", "cat")
        return [word for word in super().words(text) if not (is_odd and word == "not")]


@pytest.mark.parametrize("env_class", [SmallWordsLeftOut, OnlyBeforeVerbs, Tagged])
def test_a_denied_sentence_that_is_paid_is_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match="a sentence that is denied is paid like the answer"):
        denied_sentence(small_context(env_class))


@pytest.mark.parametrize("env_class", [Translation, OtherWordsFree, Seldom])
def test_where_a_denial_costs_or_any_word_is_free_nothing_is_reported(
    env_class: type[Env],
) -> None:
    denied_sentence(small_context(env_class))


@pytest.mark.parametrize("env_class", [SaysSo, SaysItOfNot])
def test_a_text_may_say_that_the_word_does_not_count(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="a text says"):
        denied_sentence(small_context(env_class))


@pytest.mark.parametrize("env_class", [OneName, DeniesItself])
def test_names_and_denials_are_not_tried(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="few answers are sentences"):
        denied_sentence(small_context(env_class))
