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


class Van(Env):
    """Drop three parcels at their town; a parcel that was dropped can be loaded again."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"type": "string", "enum": ["load", "drop", "look"]}, parcel={"type": "string"}
    )
    limit = 30
    pays_once = False

    def begin(self) -> None:
        letters = string.ascii_lowercase
        self.loaded = {"".join(self.rng.choices(letters, k=5)): True for _ in range(3)}
        self.delivered: set[str] = set()

    def show(self) -> Message:
        return {"parcels": sorted(self.loaded)}

    def paid(self, action: Message) -> float:
        parcel, drops = action.get("parcel", ""), action["kind"] == "drop"
        if parcel not in self.loaded or action["kind"] == "look" or self.loaded[parcel] != drops:
            return 0.0
        self.loaded[parcel] = not drops
        again = parcel in self.delivered
        self.delivered |= {parcel} if drops else set()
        self.over = not any(self.loaded.values())
        return 1 / 3 if drops and not (again and self.pays_once) else 0.0

    def oracle(self) -> Message:
        return {"kind": "drop", "parcel": min(n for n, loaded in self.loaded.items() if loaded)}


class FairVan(Van):
    pays_once = True


def test_a_choice_that_undoes_what_was_paid_is_found() -> None:
    paid_again(small_context(FairVan))
    with pytest.raises(PropertyViolated, match="paid again after it was undone"):
        paid_again(small_context(Van))


class Crossword(Env):
    """Write a word into each of three entries; an empty word rubs an entry out."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        entry={"type": "string"}, word={"type": "string"}
    )
    pays_once = False

    def begin(self) -> None:
        letters = string.ascii_lowercase
        self.right = {name: "".join(self.rng.choices(letters, k=4)) for name in ("1", "2", "3")}
        self.written: dict[str, str] = {}
        self.paid_for: set[str] = set()

    def show(self) -> Message:
        return {"written": [self.written.get(name, "....") for name in sorted(self.right)]}

    def paid(self, action: Message) -> float:
        name, word = action["entry"], action.get("word", "")
        if name not in self.right:
            return 0.0
        if not word:
            self.written.pop(name, None)
            return 0.0
        is_new = self.written.get(name) != word == self.right[name]
        again = name in self.paid_for
        self.written[name] = word
        self.paid_for |= {name} if is_new else set()
        self.over = self.written == self.right
        return 1 / 3 if is_new and not (again and self.pays_once) else 0.0

    def oracle(self) -> Message:
        name = min(name for name, word in self.right.items() if self.written.get(name) != word)
        return {"entry": name, "word": self.right[name]}


class FairCrossword(Crossword):
    pays_once = True


def test_an_empty_word_that_undoes_what_was_paid_is_found() -> None:
    paid_again(small_context(FairCrossword))
    with pytest.raises(PropertyViolated, match="paid again after it was undone"):
        paid_again(small_context(Crossword))
