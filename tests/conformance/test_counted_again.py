"""What is undone and done again is not counted a second time."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reward.counted_again import counted_again
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Shelf(Env):
    """Put each book on its place; the share that stands there is paid at the end."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        put={"type": "integer"}, back={"type": "boolean"}
    )
    counts_again = False
    limit = 12

    def begin(self) -> None:
        self.left = self.rng.sample(range(100), 3)
        self.wanted, self.placed, self.counted = list(self.left), [], 0

    def show(self) -> Message:
        return {"left": list(self.left), "placed": list(self.placed), "done_books": self.counted}

    def paid(self, action: Message) -> float:
        book = action["put"]
        if action.get("back") and book in self.placed:
            self.placed.remove(book)
            self.left.insert(0, book)
            self.counted -= 0 if self.counts_again else 1
        elif book in self.left and not action.get("back"):
            self.left.remove(book)
            self.placed.append(book)
            self.counted += 1
        self.over = self.counted == 3 or self.count + 1 >= self.limit
        return self.counted / 3 if self.over else 0.0

    def oracle(self) -> Message:
        return {"put": self.left[0], "back": False}


class CountsAgain(Shelf):
    counts_again = True


class ByState(CountsAgain):
    """The count is shown, and what stands on the shelf is paid."""

    def paid(self, action: Message) -> float:
        super().paid(action)
        self.over = len(self.placed) == 3 or self.count + 1 >= self.limit
        return len(self.placed) / 3 if self.over else 0.0


class Harvest(Env):
    """The same field is harvested again and again: that is the task."""

    schema: ClassVar[dict[str, Any]] = small_schema(do={"enum": ["wait", "harvest"]})
    limit = 12

    def begin(self) -> None:
        self.ripe, self.harvested = False, 0

    def show(self) -> Message:
        return {"ripe": self.ripe, "harvested": self.harvested}

    def paid(self, action: Message) -> float:
        if action["do"] == "harvest" and self.ripe:
            self.ripe, self.harvested = False, self.harvested + 1
        else:
            self.ripe = self.ripe or action["do"] == "wait"
        self.over = self.harvested == 3
        return float(self.over)

    def oracle(self) -> Message:
        return {"do": "harvest" if self.ripe else "wait"}


def _check(env_class: type[Env]) -> None:
    """Random play knows how to take a book back."""
    context = small_context(env_class)
    books = [s.actions[0]["put"] for s in context.survey.solutions if "put" in s.actions[0]]
    context.survey.pool = [{"put": book, "back": True} for book in books] or context.survey.pool
    counted_again(context)


def test_one_book_for_all_is_reported() -> None:
    _check(Shelf)
    with pytest.raises(PropertyViolated, match="raises done_books raises it again") as raised:
        _check(CountsAgain)
    assert raised.value.episode is not None


def test_a_count_that_is_not_paid_is_sound() -> None:
    _check(ByState)


def test_a_task_that_is_to_do_the_same_again_has_no_such_step() -> None:
    with pytest.raises(NotApplicable, match="raises a shown count"):
        _check(Harvest)
