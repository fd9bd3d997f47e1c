"""An answer with what the message forbids is not paid."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.forbidden_items import forbidden_items
from tests.conformance.small_environment import Env, Message, small_context, small_schema

FOODS = ("nuts", "milk", "rice", "fish", "eggs", "figs")


class Menu(Env):
    """A meal of at least two foods without those that the guest must not eat."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        foods={"type": "array", "items": {"type": "string"}}
    )
    name: ClassVar[str] = "allergens"

    def begin(self) -> None:
        foods = self.rng.sample(FOODS, 6)
        self.never, self.fine = foods[:2], foods[2:]

    def show(self) -> Message:
        return {"stock": list(FOODS), "guest": {self.name: self.never}}

    def paid(self, action: Message) -> float:
        self.over = True
        foods = set(action["foods"])
        return float(len(foods & set(FOODS)) >= 2 and self.allowed(foods))

    def allowed(self, foods: set[str]) -> bool:
        return not foods & set(self.never)

    def oracle(self) -> Message:
        return {"foods": self.fine[:2]}


class AnythingGoes(Menu):
    def allowed(self, foods: set[str]) -> bool:
        return True


class Slogan(Menu):
    """A text with a word and without others."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    name: ClassVar[str] = "forbidden_words"

    def paid(self, action: Message) -> float:
        self.over = True
        words = set(action["text"].split())
        return float(self.fine[0] in words and self.allowed(words))

    def oracle(self) -> Message:
        return {"text": f"try our {self.fine[0]}"}


class AnySlogan(Slogan):
    def allowed(self, foods: set[str]) -> bool:
        return True


class LastLine(AnySlogan):
    """The slogan is the last line; what stands before it is not judged."""

    def paid(self, action: Message) -> float:
        return super().paid({"text": action["text"].splitlines()[-1]}) if action["text"] else 0.0

    def allowed(self, foods: set[str]) -> bool:
        return not foods & {*self.never}

    def oracle(self) -> Message:
        return {"text": f"The guest likes few things.\n{super().oracle()['text']}"}


def test_what_stands_before_the_last_line_is_free() -> None:
    with pytest.raises(NotApplicable):
        forbidden_items(small_context(LastLine))


@pytest.mark.parametrize(("sound", "broken"), [(Menu, AnythingGoes), (Slogan, AnySlogan)])
def test_an_answer_with_a_forbidden_item_is_reported(sound: type[Env], broken: type[Env]) -> None:
    forbidden_items(small_context(sound))
    with pytest.raises(PropertyViolated, match=r"the message lists '\w+' under guest\.\w+, but"):
        forbidden_items(small_context(broken))


def test_other_lists_forbid_nothing() -> None:
    with pytest.raises(NotApplicable):
        forbidden_items(small_context(type("Likes", (AnythingGoes,), {"name": "likes"})))


def test_what_solutions_hold_is_not_forbidden() -> None:
    class Held(AnythingGoes):
        def oracle(self) -> Message:
            return {"foods": [self.never[0], self.fine[0]]}

    with pytest.raises(NotApplicable):
        forbidden_items(small_context(Held))
