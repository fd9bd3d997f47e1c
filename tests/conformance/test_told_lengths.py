"""A shown number that follows from the length of the right text is reported."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.secrecy.told_lengths import told_lengths
from tests.conformance.small_environment import Env, Message, small_context, small_schema

_WORDS = {
    "vas": ("storage jar", "vase"),
    "lam": ("dagger blade", "plaque"),
    "arc": ("coffin", "travelling chest"),
    "ebur": ("ivory", "walrus tusk"),
    "lin": ("incised bands", "painted line"),
}


class Labels(Env):
    """Two words of a catalogue are translated; a plate has a width in millimetres."""

    schema: ClassVar[dict[str, Any]] = small_schema(label={"type": "string"})
    limit = 1
    name = "plate_mm"

    def begin(self) -> None:
        self.words = self.rng.sample(sorted(_WORDS), 2)
        self.label = " ".join(self.rng.choice(_WORDS[word]) for word in self.words)

    def width(self) -> float:
        return 20 + 2 * len(" ".join(self.words))

    def show(self) -> Message:
        return {"entry": " ".join(self.words), "card": self.label[:3], self.name: self.width()}

    def paid(self, action: Message) -> float:
        return float(action["label"] == self.label)

    def oracle(self) -> Message:
        return {"label": self.label}


class OfTheAnswer(Labels):
    def width(self) -> float:
        return 20 + 2 * len(self.label)


class Rounded(Labels):
    def width(self) -> float:
        return round(90 - 1.7 * len(self.label))


class Random(Labels):
    def width(self) -> float:
        return 20 + 2 * len(self.label) + (self.rng.random() < 0.2)


class Crossword(OfTheAnswer):
    name = "letters"


class Limit(OfTheAnswer):
    name = "longest"


class Copied(OfTheAnswer):
    """The right text is as long as the shown one."""

    def begin(self) -> None:
        super().begin()
        self.words = [self.label[::-1]]


class Short(OfTheAnswer):
    """A label of one letter."""

    def begin(self) -> None:
        super().begin()
        self.label = self.rng.choice("AB")


@pytest.mark.parametrize("env_class", [OfTheAnswer, Rounded])
def test_a_number_computed_from_the_right_text_is_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match="plate_mm follows from the number of characters"):
        told_lengths(small_context(env_class))


@pytest.mark.parametrize("env_class", [Labels, Random, Crossword, Limit, Copied])
def test_other_numbers_and_open_lengths_are_not(env_class: type[Env]) -> None:
    told_lengths(small_context(env_class))


def test_labels_have_no_lengths_to_tell() -> None:
    with pytest.raises(NotApplicable, match="few different lengths"):
        told_lengths(small_context(Short))
