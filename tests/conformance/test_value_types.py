"""Values of another type in the place of the right ones."""

from __future__ import annotations

import json
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.value_types import _stated, value_types
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Documents(Env):
    """A document is to be copied; values of different types differ."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    rule = "A string is not a number, and a boolean is not a number either."

    def begin(self) -> None:
        self.right = {"on": self.rng.random() < 0.5, "port": 5 + self.rng.randrange(90)}
        self.right["code"] = str(self.rng.randrange(10, 99))

    def show(self) -> Message:
        return {"task": self.rule, "document": self.right}

    def paid(self, action: Message) -> float:
        self.over = True
        try:
            return float(self.same(json.loads(action["text"]), self.right))
        except ValueError:
            return 0.0

    def same(self, left: Any, right: Any) -> bool:
        return json.dumps(left, sort_keys=True) == json.dumps(right, sort_keys=True)

    def oracle(self) -> Message:
        return {"text": json.dumps(self.right)}


class EqualInPython(Documents):
    def same(self, left: Any, right: Any) -> bool:
        return bool(left == right)


class ComparedAsTexts(Documents):
    def same(self, left: Any, right: Any) -> bool:
        texts = [{k: str(v) for k, v in each.items()} for each in (left, right)]
        return texts[0] == texts[1]


class NotCompared(Documents):
    """Only the code counts."""

    def same(self, left: Any, right: Any) -> bool:
        return left["code"] == right["code"]


def test_types_that_are_not_compared() -> None:
    value_types(small_context(Documents))
    value_types(small_context(NotCompared))
    with pytest.raises(PropertyViolated, match=r"a number in the place of a boolean .* on 3 of 3"):
        value_types(small_context(EqualInPython))
    with pytest.raises(PropertyViolated, match="a text in the place of a number"):
        value_types(small_context(ComparedAsTexts))


def test_without_a_statement_nothing_is_said() -> None:
    with pytest.raises(NotApplicable, match="no text says"):
        value_types(small_context(type("Told", (EqualInPython,), {"rule": "Copy it."})))
    texts = type("Told", (ComparedAsTexts,), {"rule": "A boolean is not a number."})
    value_types(small_context(texts))


def test_sentences_about_types() -> None:
    assert {c for c, _ in _stated(["A boolean is no number."])} == {
        ("a boolean", "a number"),
        ("a number", "a boolean"),
    }
    assert len(dict(_stated(["Values of different types differ."]))) == 4
    assert not dict(_stated(["A number or a string.", "The boolean is not shown."]))
