"""A repeated action is the same action with blanks around its text."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.step.blank_repeats import blank_repeats
from tests.conformance.small_environment import Env, Message, small_context, small_schema

CELLS = ["a1", "a2", "b1", "b2"]


class Shots(Env):
    """Fire at a cell; a cell that was fired at is refused."""

    schema: ClassVar[dict[str, Any]] = small_schema(cell={"type": "string", "examples": CELLS})

    def begin(self) -> None:
        self.fired: list[str] = []
        self.ships = self.rng.sample(CELLS, 2)
        self.note, self.hits = "", 0

    def normal(self, text: str) -> str:
        return text.strip()

    def remembered(self, text: str) -> str:
        return self.normal(text)

    def show(self) -> Message:
        return {"note": self.note, "hits": self.hits}

    def paid(self, action: Message) -> float:
        cell = self.normal(action["cell"])
        if self.remembered(action["cell"]) in self.fired:
            self.note = "You fired there already."
            return 0.0
        self.fired.append(self.remembered(action["cell"]))
        self.hits += cell in self.ships
        self.note = "hit" if cell in self.ships else "miss"
        self.over = self.hits == 2
        return float(self.over)

    def oracle(self) -> Message:
        return {"cell": next(cell for cell in self.ships if cell not in self.fired)}


class ComparedAsWritten(Shots):
    def remembered(self, text: str) -> str:
        return text


class BlanksMatter(ComparedAsWritten):
    """With a blank, it is another cell from the beginning."""

    def normal(self, text: str) -> str:
        return text


class Numbers(Shots):
    """No text at all."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        cell={"type": "integer", "minimum": 0, "maximum": 3}
    )

    def paid(self, action: Message) -> float:
        return super().paid({"cell": CELLS[action["cell"]]})

    def oracle(self) -> Message:
        return {"cell": CELLS.index(super().oracle()["cell"])}


def test_a_text_that_is_normalised_once_is_sound() -> None:
    blank_repeats(small_context(Shots))


def test_a_text_that_is_stored_as_it_was_written_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="but not after it was played") as raised:
        blank_repeats(small_context(ComparedAsWritten))
    episode = raised.value.episode
    assert episode is not None
    assert episode.actions[-1]["cell"].strip() == episode.actions[-2]["cell"]


@pytest.mark.parametrize("env_class", [BlanksMatter, Numbers])
def test_where_blanks_make_another_action_nothing_is_claimed(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable):
        blank_repeats(small_context(env_class))
