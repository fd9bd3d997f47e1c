"""Texts of first messages that are cut at a number of characters are reported."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.contract.cut_texts import cut_texts
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Pool(Env):
    """A board has one line for each pair."""

    schema: ClassVar[dict[str, Any]] = small_schema(cycle={"type": "string"})
    limit = 1
    told = "The board has one line for each pair."
    most = 4000
    mark = ""

    def begin(self) -> None:
        names = (10 ** self.rng.randint(1, 8) for _ in range(self.rng.randint(8, 22)))
        self.board = "".join(f"{name} gives.\n" for name in names)

    def show(self) -> Message:
        shown = self.board if len(self.board) <= self.most else self.board[: self.most] + self.mark
        return {"told": self.told, "board": shown}

    def paid(self, action: Message) -> float:
        return float(action["cycle"] == self.board[:4])

    def oracle(self) -> Message:
        return {"cycle": self.board[:4]}


class Cut(Pool):
    most = 140


class AlwaysCut(Pool):
    most = 60


class Grid(Pool):
    """All texts have one length, and lines of one length."""

    def begin(self) -> None:
        cells = "".join(self.rng.choice("x1# ,") for _ in range(64))
        self.board = "\n".join(cells[place : place + 8] for place in range(0, 64, 8))


class Said(Cut):
    told = "The board is cut after 140 characters."


class Marked(Cut):
    mark = "..."


class Board(Pool):
    """Many texts of one greatest length, which end as the others do."""

    def begin(self) -> None:
        self.board = "".join(
            self.rng.choice("xo") for _ in range(self.rng.choice([40, 41, 43, 46, 48, 60, 60]))
        )


class Bare(Pool):
    def show(self) -> Message:
        return {"told": self.told, "count": len(self.board)}


def test_texts_that_end_in_their_middle_are_reported() -> None:
    with pytest.raises(PropertyViolated, match=r"different texts in board have 140 characters"):
        cut_texts(small_context(Cut))
    with pytest.raises(PropertyViolated, match=r"different texts in board have 60 characters"):
        cut_texts(small_context(AlwaysCut))


def test_whole_texts_and_marked_ones_are_sound() -> None:
    for env_class in (Pool, Marked, Board, Grid):
        cut_texts(small_context(env_class))


def test_what_a_text_states_is_not_judged() -> None:
    with pytest.raises(EvidenceMissing, match="as a text says"):
        cut_texts(small_context(Said))
    with pytest.raises(NotApplicable, match="no first message shows a text"):
        cut_texts(small_context(Bare))
