"""Steps that are undone and paid again."""

from __future__ import annotations

import string
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.probes.sibling_words import with_sibling_words
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.reward.paid_again import paid_again
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Shelves(Env):
    """Bring three books to the cellar, by commands; what is brought back is paid again."""

    schema: ClassVar[dict[str, Any]] = small_schema(command={"type": "string", "maxLength": 80})
    limit = 14
    charges_losses = False

    def begin(self) -> None:
        letters = string.ascii_lowercase
        self.place = {"".join(self.rng.choices(letters, k=5)): "attic" for _ in range(3)}

    def show(self) -> Message:
        return {"task": "The rooms are attic, cellar and hall. Bring each book to the cellar."}

    def paid(self, action: Message) -> float:
        before = self.brought()
        words = action["command"].split()
        if len(words) == 3 and words[1] in self.place and words[2] in ("attic", "cellar", "hall"):
            self.place[words[1]] = words[2]
        self.over = self.brought() == 3
        change = (self.brought() - before) / 3
        return change if self.charges_losses else max(0.0, change)

    def brought(self) -> int:
        return sum(room == "cellar" for room in self.place.values())

    def oracle(self) -> Message:
        book = min(name for name, room in self.place.items() if room != "cellar")
        return {"command": f"bring {book} cellar"}


class FairShelves(Shelves):
    charges_losses = True


def test_a_command_that_is_undone_by_its_opposite_must_not_be_paid_again() -> None:
    paid_again(small_context(FairShelves))
    with pytest.raises(PropertyViolated, match="paid again after it was undone"):
        paid_again(small_context(Shelves))


def test_a_word_is_replaced_by_those_that_are_listed_with_it() -> None:
    message = {"task": "Rooms: attic, cellar and hall.", "doors": ["open", "shut"], "n": 3}
    made = with_sibling_words({"do": "bring x cellar", "how": "shut", "n": 1}, message)
    assert [action["do"] for action in made] == ["bring x attic", "bring x hall"]
    (opened,) = with_sibling_words({"do": "leave it shut"}, message)
    assert opened == {"do": "leave it open"}
    assert not with_sibling_words({"do": "cellar"}, message)
