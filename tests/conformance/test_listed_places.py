"""The right item of a list is not found by its place or number; what is left over is no answer."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.listed_places import listed_places
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Trolley(Env):
    """Four books are to be shelved, in any order; a book that was taken is refused."""

    schema: ClassVar[dict[str, Any]] = small_schema(book={"type": "string"})
    limit = 4

    def begin(self) -> None:
        self.books = [f"book-{number}" for number in self.rng.sample(range(100, 999), 4)]
        self.shelved: list[str] = []

    def show(self) -> Message:
        return {"books": self.books, "count": self.count}

    def paid(self, action: Message) -> float:
        if action["book"] not in self.books or action["book"] in self.shelved:
            return 0.0
        self.shelved.append(action["book"])
        return 0.25

    def oracle(self) -> Message:
        return {"book": min(book for book in self.books if book not in self.shelved)}


class NewestBook(Trolley):
    """After a look at the trolley one book is asked for; it always has the greatest number."""

    limit = 2

    def paid(self, action: Message) -> float:
        return float(self.count == 2 and action["book"] == max(self.books))

    def oracle(self) -> Message:
        return {"book": "" if self.count == 0 else max(self.books)}


def test_the_item_that_is_left_over_is_no_choice() -> None:
    with pytest.raises(NotApplicable, match="no list is shown"):
        listed_places(small_context(Trolley))
    with pytest.raises(PropertyViolated, match="the greatest number of the list"):
        listed_places(small_context(NewestBook))
