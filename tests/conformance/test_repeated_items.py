"""The same item twice does not count as two items."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.repeated_items import repeated_items
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Audit(Env):
    """Name the doubled invoices of a list; level 2 has more of them."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        names={"type": "array", "items": {"type": "string"}}
    )

    def begin(self) -> None:
        count = 3 if self.options.get("level") == 2 else self.least
        self.doubled = [f"n{number}" for number in self.rng.sample(range(100), count)]

    least = 2

    def show(self) -> Message:
        return {"doubled": len(self.doubled)}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(self.right(action["names"]))

    def right(self, names: list[str]) -> bool:
        return sorted(names) == sorted(self.doubled)

    def oracle(self) -> Message:
        return {"names": self.doubled}


class Counted(Audit):
    def right(self, names: list[str]) -> bool:
        return sum(name in self.doubled for name in names) == len(names) == len(self.doubled)


class CountedAtLevelTwo(Counted):
    """The plain episodes have one item each."""

    least = 1
    declared: ClassVar[dict[str, Any]] = {"levels": (1, 2)}


class Enough(Audit):
    """One of the items is enough."""

    def right(self, names: list[str]) -> bool:
        return bool(set(names) & set(self.doubled))


class Shares(Audit):
    """Each right name earns a part."""

    def paid(self, action: Message) -> float:
        self.over = True
        return self.count_of(action["names"]) / len(self.doubled)

    def count_of(self, names: list[str]) -> int:
        return len(set(names) & set(self.doubled))


class SharesCountedTwice(Shares):
    least = 3

    def count_of(self, names: list[str]) -> int:
        return sum(min(2, names.count(name)) for name in self.doubled)


class Stock(Shares):
    """Some orders hold a thing twice, so to name it twice may be right."""

    least = 3

    def begin(self) -> None:
        super().begin()
        if self.rng.random() < 0.9:
            self.doubled[1] = self.doubled[0]

    def count_of(self, names: list[str]) -> int:
        return sum((Counter(names) & Counter(self.doubled)).values())


class Amounts(Audit):
    """One amount for each of two tanks; the second may be more than is needed."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        names={"type": "array", "items": {"type": "integer"}}
    )

    def begin(self) -> None:
        self.needs = [self.rng.randrange(50, 90), self.rng.randrange(20, 40)]
        self.doubled = []

    def right(self, names: list[Any]) -> bool:
        return len(names) == 2 and all(n >= need for n, need in zip(names, self.needs, strict=True))

    def oracle(self) -> Message:
        return {"names": self.needs}


class Single(Audit):
    least = 1


def test_sets_are_sound() -> None:
    repeated_items(small_context(Audit))


@pytest.mark.parametrize("env_class", [Counted, CountedAtLevelTwo])
def test_an_item_that_counts_as_often_as_it_is_named_is_reported(env_class: type[Env]) -> None:
    text = r"one item of 'names' in the place of all others is paid .* on \d+ of \d+ tasks"
    with pytest.raises(PropertyViolated, match=text) as caught:
        repeated_items(small_context(env_class))
    assert caught.value.episode is not None
    assert len(set(caught.value.episode.actions[-1]["names"])) == 1


def test_an_item_that_earns_its_part_twice_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="earns more when it is named twice") as caught:
        repeated_items(small_context(SharesCountedTwice))
    assert caught.value.episode is not None


@pytest.mark.parametrize("env_class", [Enough, Shares, Stock])
def test_lists_of_which_a_part_is_paid_are_sound(env_class: type[Env]) -> None:
    repeated_items(small_context(env_class))


@pytest.mark.parametrize("env_class", [Single, Amounts])
def test_single_items_and_amounts_by_place_say_nothing(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable):
        repeated_items(small_context(env_class))


class Review(Env):
    """Name the rules that are broken, each in brackets, in a text."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    once = True

    def begin(self) -> None:
        self.rules = {f"rule-{number}": "..." for number in self.rng.sample(range(100, 999), 6)}
        self.broken = self.rng.sample(sorted(self.rules), 3)

    def show(self) -> Message:
        return {"rules": self.rules}

    def paid(self, action: Message) -> float:
        self.over = True
        named = re.findall(r"\[(.*?)\]", action["text"])
        named = list(dict.fromkeys(named)) if self.once else named
        hits = sum(name in self.broken for name in named)
        return float(hits == len(named) == len(self.broken))

    def oracle(self) -> Message:
        return {"text": "Broken: " + " and ".join(f"[{name}]" for name in self.broken)}


class ReviewOfMentions(Review):
    once = False


class ShortNames(ReviewOfMentions):
    """Some names begin with others: R1 and R12."""

    def begin(self) -> None:
        self.rules = {f"R{number}": "..." for number in range(1, 13)}
        self.broken = self.rng.sample(sorted(self.rules), 3)


class ReviewOfOne(Review):
    """One of the broken rules is enough."""

    def paid(self, action: Message) -> float:
        self.over = True
        return float(any(f"[{name}]" in action["text"] for name in self.broken))


def test_a_name_in_a_text_that_stands_for_all_others_is_reported() -> None:
    repeated_items(small_context(Review))
    for env_class in (ReviewOfMentions, ShortNames):
        with pytest.raises(PropertyViolated, match="one item of 'text' in the place of all others"):
            repeated_items(small_context(env_class))


def test_names_in_a_text_that_are_not_all_needed_may_be_repeated() -> None:
    with pytest.raises(NotApplicable):
        repeated_items(small_context(ReviewOfOne))


class Flight(Env):
    """A command is a word that the forecast holds several times."""

    schema: ClassVar[dict[str, Any]] = small_schema(command={"type": "string"})

    def begin(self) -> None:
        self.way = self.rng.choice(["north", "south"])

    def show(self) -> Message:
        return {"forecast": [self.way, "calm", self.way]}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["command"] == self.way)

    def oracle(self) -> Message:
        return {"command": self.way}


def test_a_word_that_a_list_holds_twice_is_one_name() -> None:
    with pytest.raises(NotApplicable, match="no answer names different items"):
        repeated_items(small_context(Flight))


class Notes(Env):
    """Note three of six tasks, one in each line; the share of what was agreed is paid."""

    schema: ClassVar[dict[str, Any]] = small_schema(notes={"type": "string"})
    once = True

    def begin(self) -> None:
        self.agreed = [f"Ana does task {n}" for n in self.rng.sample(range(1, 7), 3)]

    def show(self) -> Message:
        return {"transcript": " ".join(f"Well, {line.lower()}." for line in self.agreed)}

    def paid(self, action: Message) -> float:
        self.over = True
        lines = action["notes"].split("\n")
        hits = [line for line in lines if line in self.agreed]
        return len(set(hits) if self.once else hits) / max(3, len(lines))

    def oracle(self) -> Message:
        return {"notes": "\n".join(self.agreed)}


class RepeatedNotes(Notes):
    once = False


def test_a_line_that_stands_for_all_others_is_reported() -> None:
    repeated_items(small_context(Notes))
    with pytest.raises(PropertyViolated, match="one item of 'notes' in the place of all others"):
        repeated_items(small_context(RepeatedNotes))
