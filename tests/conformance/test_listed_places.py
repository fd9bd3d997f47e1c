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


class Panel(Trolley):
    """A panel reads all metals in a look; the sheet lists them by the alphabet."""

    schema: ClassVar[dict[str, Any]] = small_schema(metal={"type": "string"})
    limit = 2

    def begin(self) -> None:
        self.metals = self.rng.sample(["cobalt", "lead", "mercury", "tin", "zinc"], 4)
        self.order = self.rng.sample(self.metals, 4)

    def show(self) -> Message:
        panel = dict.fromkeys(self.order, 2.0) if self.count else {}
        return {"metals": sorted(self.metals), "panel": panel, "count": self.count}

    def paid(self, action: Message) -> float:
        return float(self.count == 2 and action["metal"] == self.metals[0])

    def oracle(self) -> Message:
        return {"metal": self.metals[0] if self.count else ""}


class RightOneFirst(Panel):
    def begin(self) -> None:
        super().begin()
        self.order = self.metals


def test_the_first_key_of_an_object_is_not_always_right() -> None:
    listed_places(small_context(Panel))
    with pytest.raises(PropertyViolated, match="item 1 of the list panel is the right metal"):
        listed_places(small_context(RightOneFirst))
