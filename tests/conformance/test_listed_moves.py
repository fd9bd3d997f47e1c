"""A list of moves of which the right one always comes first is reported."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.listed_moves import listed_moves
from tests.conformance.small_environment import Env, Message, small_context, small_schema

_WAYS = ("north", "east", "south", "west")


class Maze(Env):
    """Five right turns lead to the fountain; three ways are open at each corner."""

    schema: ClassVar[dict[str, Any]] = small_schema(move={"enum": list(_WAYS)})
    limit = 20
    text = "`openings` lists the open ways."
    any_order = False

    def begin(self) -> None:
        self.corner = 0
        self.right = [self.rng.choice(_WAYS) for _ in range(5)]
        self.others = [self.rng.sample([w for w in _WAYS if w != r], 2) for r in self.right]

    def openings(self) -> list[str]:
        place = min(self.corner, 4)
        return sorted([self.right[place], *self.others[place]])

    def show(self) -> Message:
        return {"text": self.text, "openings": self.openings()}

    def paid(self, action: Message) -> float:
        is_right = action["move"] == self.right[self.corner] or self.any_order
        if not is_right:
            self.over = True
            return 0.0
        self.corner += 1
        self.over = self.corner == 5
        return float(self.over)

    def oracle(self) -> Message:
        return {"move": self.right[self.corner]}


class NearestFirst(Maze):
    def openings(self) -> list[str]:
        place = min(self.corner, 4)
        return [self.right[place], *self.others[place]]


class NearestLast(Maze):
    def openings(self) -> list[str]:
        place = min(self.corner, 4)
        return [*self.others[place], self.right[place]]


class Told(NearestFirst):
    text = "`openings` lists the open ways, the best first."


class AnyWay(NearestFirst):
    any_order = True


class Robot(Env):
    """Books are taken by name and put back in the order in which they were taken."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        do={"enum": ["take", "put"]}, book={"type": "string"}
    )
    limit = 20

    def begin(self) -> None:
        self.books = [f"book {self.rng.randrange(1000)}" for _ in range(5)]
        self.held: list[str] = []
        self.back = 0

    def show(self) -> Message:
        return {"held": list(self.held)}

    def paid(self, action: Message) -> float:
        if action["do"] == "take" and action.get("book") in self.books:
            self.books.remove(action["book"])
            self.held.append(action["book"])
        elif action.get("book") in self.held[:1]:  # each has a place of its own, the first is near
            self.held.remove(action["book"])
            self.back += 1
        self.over = self.back == 5
        return float(self.over)

    def oracle(self) -> Message:
        if self.books:
            return {"do": "take", "book": self.books[self.back % len(self.books)]}
        return {"do": "put", "book": self.held[0]}


class Guests(Env):
    """Guests who stand are seated one by one, each at a table of their own."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        guest={"type": "string"}, table={"type": "integer"}
    )
    limit = 20

    def begin(self) -> None:
        self.standing = self.rng.sample(["Ada", "Ben", "Cleo", "Dora", "Emil", "Fay"], 6)
        self.tables = {guest: self.rng.randrange(9) for guest in self.standing}
        self.right = 0

    def show(self) -> Message:
        return {"standing": list(self.standing), "wishes": dict(self.tables)}

    def paid(self, action: Message) -> float:
        if action["guest"] in self.standing:
            self.standing.remove(action["guest"])
            self.right += action.get("table") == self.tables[action["guest"]]
        self.over = not self.standing
        return float(self.over and self.right == 6)

    def oracle(self) -> Message:
        return {"guest": self.standing[0], "table": self.tables[self.standing[0]]}


class OneStep(NearestFirst):
    def begin(self) -> None:
        super().begin()
        self.corner = 4


@pytest.mark.parametrize(("env_class", "end"), [(NearestFirst, "first"), (NearestLast, "last")])
def test_a_sorted_list_of_moves_is_reported(env_class: type[Env], end: str) -> None:
    with pytest.raises(PropertyViolated, match=f"the right 'move' is the {end} of openings"):
        listed_moves(small_context(env_class))


@pytest.mark.parametrize("env_class", [Maze, Told, AnyWay])
def test_lists_in_other_orders_and_lists_whose_order_is_told_pass(env_class: type[Env]) -> None:
    listed_moves(small_context(env_class))


def test_single_steps_are_another_property() -> None:
    with pytest.raises(NotApplicable, match="one or two steps"):
        listed_moves(small_context(OneStep))


@pytest.mark.parametrize("env_class", [Robot, Guests])
def test_lists_that_the_agent_makes_and_lists_of_what_is_left_are_no_choices(
    env_class: type[Env],
) -> None:
    with pytest.raises(NotApplicable, match="no items of lists"):
        listed_moves(small_context(env_class))
