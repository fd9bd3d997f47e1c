"""Forms that a text calls equally good are accepted."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.stated_forms import _group, stated_forms
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Letters(Env):
    """Put a placeholder where the name stands."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    told = "`[NAME]` and `[name 1]` are both fine."
    form = r"\[[\w ]+\]"

    def begin(self) -> None:
        self.name = self.rng.choice(["Ada", "Ben", "Cleo"]) + str(self.rng.randrange(99))

    def show(self) -> Message:
        return {"rules": self.told, "letter": f"Dear {self.name}, come soon."}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(re.fullmatch(rf"Dear {self.form}, come soon.", action["text"]) is not None)

    def oracle(self) -> Message:
        return {"text": "Dear [REMOVED], come soon."}


class CapitalsOnly(Letters):
    form = r"\[[A-Z]+\]"


class Words(Letters):
    """A verdict for which two words mean the same."""

    told = "`refuse` and `decline` mean the same."
    words: ClassVar[tuple[str, ...]] = ("refuse", "decline")

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["text"] in [f"{word} {self.name}" for word in self.words])

    def oracle(self) -> Message:
        return {"text": f"refuse {self.name}"}


class OneWord(Words):
    words: ClassVar[tuple[str, ...]] = ("refuse",)


class Opposites(OneWord):
    """Both words are allowed, and say different things."""

    told = "`refuse` and `decline` are both allowed."


def test_forms_that_are_accepted_are_sound() -> None:
    stated_forms(small_context(Letters))
    stated_forms(small_context(Words))


def test_a_form_that_is_refused_is_reported() -> None:
    with pytest.raises(PropertyViolated, match=r"calls '\[name 1\]' as good as other forms"):
        stated_forms(small_context(CapitalsOnly))
    with pytest.raises(PropertyViolated, match="calls 'decline' as good as other forms"):
        stated_forms(small_context(OneWord))


def test_words_that_are_merely_allowed_may_say_different_things() -> None:
    with pytest.raises(NotApplicable, match="no text names forms"):
        stated_forms(small_context(Opposites))


def test_sentences_about_forms() -> None:
    assert _group('"yes" and "y" are equivalent') == ("yes", "y")
    assert _group("`{a}` or `{b}`: any of them will do, but `{c}` is not") == ()
    assert _group("`only` means the same") == ()
    assert _group('"yes" and "y" are the same to the grader.') == ("yes", "y")
    assert _group('"yes" and "y" are the same.') == ("yes", "y")
    assert _group("Ids such as `a1` and `b1`: say which are the same person.") == ()
    assert _group("`a1`, `a2`, ... and `b1` are equivalent") == ()
