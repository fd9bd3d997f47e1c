"""Where the texts say that either of two equal items will do, either must be paid."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.equal_items import (
    equal_items,
    identical_items,
)
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


class DroppedAndHandedIn(OnlyTheLater):
    """The row is gone from the list before the last step, `drop=-1`."""

    limit = 2

    def begin(self) -> None:
        super().begin()
        self.dropped = -1

    def show(self) -> Message:
        rows = [row for row in self.rows if row["row"] != self.dropped]
        return {"rule": self.rule, "rows": rows}

    def paid(self, action: Message) -> float:
        if action["drop"] >= 0:
            self.dropped = action["drop"]
            return 0.0
        self.over = True
        return float(self.dropped in self.right())

    def oracle(self) -> Message:
        return {"drop": self.equal[1] if self.dropped < 0 else -1}


def test_an_equal_row_that_is_gone_before_the_last_step_is_exchanged_too() -> None:
    with pytest.raises(PropertyViolated, match="an equal item but for that name"):
        equal_items(small_context(DroppedAndHandedIn))


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


class Described(Env):
    """Name the row that is described; `lookalikes` says whether another one may be like it."""

    schema: ClassVar[dict[str, Any]] = small_schema(say={"type": "string"})
    limit = 1
    rule = "No other row fits the description."
    lookalikes = True

    def begin(self) -> None:
        texts = self.rng.sample("abcdefgh", 4)
        self.told = texts[0]
        if self.lookalikes and self.rng.random() < 0.8:
            texts[1] = self.told
        order = self.rng.sample(range(4), 4)
        self.rows = [f"{number}: {texts[place]}" for number, place in enumerate(order, 1)]
        self.right = order.index(0) + 1

    def show(self) -> Message:
        return {"rule": self.rule, "rows": self.rows, "wanted": self.told}

    def paid(self, action: Message) -> float:
        return float(action["say"] == f"give {self.right}")

    def oracle(self) -> Message:
        return {"say": f"give {self.right}"}


class AllDifferent(Described):
    lookalikes = False


class Unpromised(Described):
    rule = "Find the row."


class AnyOfThem(Described):
    rule = "No other row fits, or it does not matter which."


def test_two_identical_items_of_which_one_is_right_are_reported() -> None:
    pool = [{"say": f"give {number}"} for number in range(1, 5)]
    identical_items(small_context(AllDifferent, pool))
    with pytest.raises(PropertyViolated, match="cannot be known, though a text says 'No other"):
        identical_items(small_context(Described, pool))


@pytest.mark.parametrize("env_class", [Unpromised, AnyOfThem])
def test_without_a_promise_items_may_be_identical(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="no text says that a single thing"):
        identical_items(small_context(env_class))


class Grid(Described):
    """Rows are objects; what is said names the identifier."""

    def show(self) -> Message:
        rows = [{"id": row[0], "text": row[3:]} for row in self.rows]
        return {"rule": self.rule, "rows": rows, "wanted": self.told}


def test_items_that_are_objects_are_compared_without_their_name() -> None:
    with pytest.raises(PropertyViolated, match=r'"[1-4]" instead of "[1-4]"'):
        identical_items(small_context(Grid, [{"say": "give 1"}]))


class Unnamed(AllDifferent):
    """No item of the list is in an answer."""

    def show(self) -> Message:
        return {"rule": self.rule, "rows": self.rows[:1], "wanted": self.told}


def test_where_no_item_is_named_it_is_no_pass() -> None:
    with pytest.raises(NotApplicable, match="no solution names an item"):
        identical_items(small_context(Unnamed, [{"say": "give 1"}]))


class FaceDown(Described):
    """All rows look alike: where the right one is has to be found out, or guessed."""

    def show(self) -> Message:
        return {"rule": self.rule, "rows": [f"{row[0]}: ?" for row in self.rows]}


def test_the_backs_of_cards_describe_none_of_them() -> None:
    identical_items(small_context(FaceDown, [{"say": "give 1"}]))
