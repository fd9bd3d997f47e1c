"""Splits that ask about the same texts are reported, instructions that all tasks show are not."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.shared_texts import shared_texts
from tests.conformance.small_environment import Env, Message, small_context, small_schema

RULES = (
    "Read the notes of the shop that belongs to Ada Byron, Alan Turing and Emmy Noether of 1903."
)


class Notes(Env):
    """Which parcel a note names is asked; each split has notes of its own."""

    schema: ClassVar[dict[str, Any]] = small_schema(parcel={"type": "string"})
    shared: ClassVar[bool] = False

    def list_splits(self) -> list[str]:
        return ["train", "test"]

    def begin(self) -> None:
        number = self.rng.randrange(20)
        if self.options.get("split") == "test" and not self.shared:
            number += 100
        drawn = random.Random(number)
        self.parcels = {
            name: drawn.randrange(100, 1000) for name in ("Ada", "Ben", "Cid", "Dan", "Eve", "Fay")
        }
        self.asked = self.rng.choice(sorted(self.parcels))

    def note(self) -> Any:
        return [f"the parcel of {name} is {code}" for name, code in self.parcels.items()]

    def show(self) -> Message:
        return {"rules": RULES, "note": self.note(), "question": f"Which one is {self.asked}'s?"}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["parcel"] == str(self.parcels[self.asked]))

    def oracle(self) -> Message:
        return {"parcel": str(self.parcels[self.asked])}


class SharedNotes(Notes):
    shared: ClassVar[bool] = True


class OneText(SharedNotes):
    def show(self) -> Message:
        return {"text": "\n\n".join([RULES, "; ".join(self.note()), f"Which is {self.asked}'s?"])}


class NoNotes(SharedNotes):
    def show(self) -> Message:
        return {"rules": RULES, "question": f"Which one is {self.asked}'s?"}


def test_texts_of_their_own_are_sound() -> None:
    shared_texts(small_context(Notes))


@pytest.mark.parametrize("env_class", [SharedNotes, OneText])
def test_texts_of_another_split_are_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match=r"split='test'.* are also shown by"):
        shared_texts(small_context(env_class))


def test_rules_that_every_task_shows_are_no_text_of_a_task() -> None:
    with pytest.raises(NotApplicable, match="texts of their own"):
        shared_texts(small_context(NoNotes))
