"""A reply that names another place than the wrong one is reported."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.named_places import named_places
from tests.conformance.small_environment import Env, Message, small_context, small_schema

NOTES = list("CDEFGAB")


class Chords(Env):
    """Spell four notes; the reply names the first wrong one."""

    schema: ClassVar[dict[str, Any]] = small_schema(notes={"type": "string"})
    text = "The reply names the position of the first wrong note, counted from 1."
    first = 1

    def begin(self) -> None:
        self.notes = self.rng.sample(NOTES, 4)
        self.said = ""

    def show(self) -> Message:
        return {"task": self.text, "said": self.said}

    def paid(self, action: Message) -> float:
        sent = action["notes"].split()
        self.over = sent == self.notes
        pairs = zip(sent, self.notes, strict=False)
        wrong = next((n for n, (a, b) in enumerate(pairs) if a != b), 0)
        self.said = "" if self.over else self.reply(wrong)
        return float(self.over)

    def reply(self, place: int) -> str:
        return f"note {place + self.first} is wrong"

    def oracle(self) -> Message:
        return {"notes": " ".join(self.notes)}


class FromZero(Chords):
    first = 0


class Items(FromZero):
    """The same with a list and a field for the place."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        notes={"type": "array", "items": {"type": "string"}}
    )

    def show(self) -> Message:
        place = int(self.said.split()[1]) if self.said else -1
        return {"task": self.text, "first_wrong": place}

    def paid(self, action: Message) -> float:
        return super().paid({"notes": " ".join(action["notes"])})

    def oracle(self) -> Message:
        return {"notes": self.notes}


class CountsRight(Chords):
    """The number in the reply is something else."""

    def reply(self, place: int) -> str:
        return f"{self.rng.randint(0, 3)} more are wrong"


def test_places_that_are_counted_as_stated_are_sound() -> None:
    named_places(small_context(Chords))
    text = "The position of the wrong note is counted from 0."
    named_places(small_context(type("Stated", (FromZero,), {"text": text})))


@pytest.mark.parametrize("env_class", [FromZero, Items])
def test_a_place_that_is_one_off_is_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match=r"item 1 of a right answer is spoilt.* names 0"):
        named_places(small_context(env_class))


@pytest.mark.parametrize("text", ["Spell the chord.", "The first wrong note is named."])
def test_without_a_stated_beginning_any_will_do(text: str) -> None:
    with pytest.raises(NotApplicable, match="from which number"):
        named_places(small_context(type("Silent", (FromZero,), {"text": text})))


def test_numbers_that_name_no_place_are_not_judged() -> None:
    with pytest.raises(NotApplicable, match="do not follow the place"):
        named_places(small_context(CountsRight))
