"""Answers that read only the numbers of ids are reported where they earn what the oracle earns."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.id_numbers import id_numbers
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Books(Env):
    """Say which entries of two books are the same person."""

    schema: ClassVar[dict[str, Any]] = small_schema(pairs={"type": "string"})
    limit = 1
    told = "Pair the entries."
    mixed = True

    def begin(self) -> None:
        words = [f"{self.rng.randrange(10**6):06}" for _ in range(6)]
        numbers = self.rng.sample(range(1, 7), 6) if self.mixed else range(1, 7)
        self.first = {f"a{number}": word for number, word in enumerate(words, 1)}
        self.second = {f"b{n}": word for n, word in zip(numbers, words, strict=True)}

    def show(self) -> Message:
        return {"told": self.told, "first": self.first, "second": self.second}

    def right(self) -> list[str]:
        known = {word: name for name, word in self.first.items()}
        return sorted(f"{known[word]}={name}" for name, word in self.second.items())

    def paid(self, action: Message) -> float:
        return float(sorted(action["pairs"].split("\n")) == self.right())

    def oracle(self) -> Message:
        return {"pairs": "\n".join(self.right())}


class Numbered(Books):
    mixed = False


class Said(Numbered):
    told = "Pair entries of the same number."


class Log(Env):
    """Drop the lines that repeat an earlier one."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        drop={"type": "array", "items": {"type": "integer"}}
    )
    limit = 1
    early = False

    def begin(self) -> None:
        events = [f"event {self.rng.randrange(10**6):06}" for _ in range(6)]
        copies = [self.rng.choice(events) for _ in range(self.rng.randint(3, 8))]
        lines = list(enumerate([*events, *copies]))
        self.rng.shuffle(lines)
        self.lines = lines if self.early else list(enumerate(text for _, text in lines))

    def show(self) -> Message:
        return {"log": "\n".join(f"{number}: {text}" for number, text in self.lines)}

    def paid(self, action: Message) -> float:
        left = [text for number, text in self.lines if number not in action["drop"]]
        return float(sorted(left) == sorted({text for _, text in self.lines}))

    def oracle(self) -> Message:
        seen: set[str] = set()
        drop = []
        for number, text in self.lines:
            if text in seen:
                drop.append(number)
            seen.add(text)
        return {"drop": drop}


class Early(Log):
    early = True


class Word(Env):
    schema: ClassVar[dict[str, Any]] = small_schema(word={"type": "string"})
    limit = 1

    def paid(self, action: Message) -> float:
        return float(action["word"] == "a")

    def oracle(self) -> Message:
        return {"word": "a"}


def test_pairs_of_equal_numbers_are_reported() -> None:
    with pytest.raises(PropertyViolated, match="pairs of ids with equal numbers, whatever else"):
        id_numbers(small_context(Numbered))


def test_all_lines_from_one_number_on_are_reported() -> None:
    with pytest.raises(PropertyViolated, match="all numbers from 6 in 'drop'"):
        id_numbers(small_context(Early))


def test_mixed_numbers_are_sound() -> None:
    id_numbers(small_context(Books))
    id_numbers(small_context(Log))


def test_numbers_that_a_text_speaks_of_and_other_answers_are_left_out() -> None:
    with pytest.raises(NotApplicable, match="a text says that the numbers matter"):
        id_numbers(small_context(Said))
    with pytest.raises(NotApplicable, match="neither pairs numbered ids"):
        id_numbers(small_context(Word))
