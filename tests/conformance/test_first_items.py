"""The right items of a list are not always the first or the last ones."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.first_items import first_items
from tests.conformance.small_environment import Env, Message, small_context, small_schema

WORDS = [f"{a}{b}{c}" for a in "bcdf" for b in "aeiou" for c in "lmn"]


class Rhymes(Env):
    """Name the words with an e."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        words={"type": "array", "items": {"type": "string"}}
    )
    limit = 1

    def begin(self) -> None:
        self.right = self.rng.sample(
            [word for word in WORDS if "e" in word], self.rng.choice([2, 3])
        )
        others = self.rng.sample([word for word in WORDS if "e" not in word], 5)
        self.shown = self.listed(self.right, others)

    def listed(self, right: list[str], others: list[str]) -> list[Any]:
        return self.rng.sample([*right, *others], len(right) + len(others))

    def show(self) -> Message:
        return {"task": "Name the words with an e.", "listed": self.shown}

    def paid(self, action: Message) -> float:
        return float(sorted(action["words"]) == sorted(self.right))

    def oracle(self) -> Message:
        return {"words": self.right}


class RightFirst(Rhymes):
    def listed(self, right: list[str], others: list[str]) -> list[Any]:
        return [*right, *others]


class RightLast(Rhymes):
    def listed(self, right: list[str], others: list[str]) -> list[Any]:
        return [{"word": word, "size": self.rng.random()} for word in (*others, *right)]


class Ranked(Rhymes):
    """The words are sorted by what they cost."""

    def listed(self, right: list[str], others: list[str]) -> list[Any]:
        return [{"word": word, "costs": place} for place, word in enumerate((*right, *others))]


class OldestFirst(RightFirst):
    def show(self) -> Message:
        return {"task": "Name the oldest words.", "listed": self.shown}


class Seating(RightFirst):
    """The same as an object: a word for each place."""

    schema: ClassVar[dict[str, Any]] = small_schema(places={"type": "object"})

    def paid(self, action: Message) -> float:
        return float(sorted(action["places"].values()) == sorted(self.right))

    def oracle(self) -> Message:
        return {"places": {f"place {number}": word for number, word in enumerate(self.right)}}


@pytest.mark.parametrize(
    ("env_class", "end"), [(RightFirst, "first"), (RightLast, "last"), (Seating, "first")]
)
def test_right_items_at_one_end_are_reported(env_class: type[Env], end: str) -> None:
    with pytest.raises(PropertyViolated, match=f"the {end} ones of listed"):
        first_items(small_context(env_class))


def test_items_in_random_order_are_no_failure() -> None:
    first_items(small_context(Rhymes))


def test_an_order_with_a_meaning_is_no_failure() -> None:
    first_items(small_context(OldestFirst))
    with pytest.raises(NotApplicable, match="no answer consists"):
        first_items(small_context(Ranked))
