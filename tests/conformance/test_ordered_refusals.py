"""A refusal that lists what could be named does not list the answer first."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.secrecy.listing_refusals import listing_refusals
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Moves(Env):
    """One of eight moves wins; a move that is not legal is refused with the legal ones."""

    schema: ClassVar[dict[str, Any]] = small_schema(move={"type": "string"})
    limit = 4
    rule = "Find the winning move."
    order = "random"
    all_win = False

    def begin(self) -> None:
        self.moves = [f"{piece}{self.rng.randrange(1, 9)}" for piece in "abcdefgh"]
        self.rng.shuffle(self.moves)
        self.best, self.note = self.rng.choice(self.moves), ""

    def listed(self) -> list[str]:
        others = [move for move in self.moves if move != self.best]
        ordered = {"first": [self.best, *others], "last": [*others, self.best]}
        return ordered.get(self.order, self.moves)

    def show(self) -> Message:
        return {"rule": self.rule, "position": self.rng.random(), "note": self.note}

    def paid(self, action: Message) -> float:
        if action["move"] not in self.moves:
            self.note = f"Not legal. Legal moves are {', '.join(self.listed())}."
            return 0.0
        self.over = True
        return float(self.all_win or action["move"] == self.best)

    def oracle(self) -> Message:
        return {"move": self.best}


class BestFirst(Moves):
    order = "first"


class BestLast(Moves):
    order = "last"


class AllWin(BestFirst):
    all_win = True


class Told(BestFirst):
    rule = "Find the winning move. An illegal move is answered with the legal ones, best first."


@pytest.mark.parametrize(("env_class", "end"), [(BestFirst, "first"), (BestLast, "last")])
def test_a_list_with_the_answer_at_an_end_is_reported(env_class: type[Env], end: str) -> None:
    with pytest.raises(PropertyViolated, match=f"'move' lists .* the right one is the {end} on"):
        listing_refusals(small_context(env_class))


@pytest.mark.parametrize("env_class", [Moves, AllWin, Told])
def test_lists_in_another_order_or_of_answers_pass(env_class: type[Env]) -> None:
    listing_refusals(small_context(env_class))
