"""Where the texts say that either of two equal items will do, either must be paid."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.equal_items import equal_items
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Doubles(Env):
    """Drop one of two equal rows; the others differ."""

    schema: ClassVar[dict[str, Any]] = small_schema(drop={"type": "integer"})
    limit = 1
    rule = "One of two equal rows must go; it does not matter which."

    def begin(self) -> None:
        texts = self.rng.sample("abcdefgh", 4)
        texts.append(texts[self.rng.randrange(4)])
        self.rng.shuffle(texts)
        self.rows = [{"row": number, "text": text} for number, text in enumerate(texts)]
        twice = next(text for text in texts if texts.count(text) == 2)
        self.equal = [row["row"] for row in self.rows if row["text"] == twice]

    def show(self) -> Message:
        return {"rule": self.rule, "rows": self.rows}

    def right(self) -> list[Any]:
        return self.equal

    def paid(self, action: Message) -> float:
        return float(action["drop"] in self.right())

    def oracle(self) -> Message:
        return {"drop": self.equal[1]}


class OnlyTheLater(Doubles):
    def right(self) -> list[Any]:
        return self.equal[1:]


class SaidToBeTheLater(OnlyTheLater):
    rule = "Of two equal rows the later one must go."


class AllDiffer(Doubles):
    def show(self) -> Message:
        rows = [{**row, "hour": row["row"] * 3} for row in self.rows]
        return {"rule": self.rule, "rows": rows}


def test_an_equal_row_that_is_refused_is_reported() -> None:
    equal_items(small_context(Doubles))
    with pytest.raises(PropertyViolated, match=r"though a text says .*it does not matter which"):
        equal_items(small_context(OnlyTheLater))


@pytest.mark.parametrize(
    ("env_class", "reason"),
    [
        (SaidToBeTheLater, "no text says that either"),
        (AllDiffer, "no solution names one of two items"),
    ],
)
def test_where_it_does_not_apply(env_class: type[Env], reason: str) -> None:
    with pytest.raises(NotApplicable, match=reason):
        equal_items(small_context(env_class))
