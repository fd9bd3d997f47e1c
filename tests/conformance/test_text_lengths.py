"""The size of a shown text must not tell a piece of the answer."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.text_lengths import text_lengths
from tests.conformance.small_environment import Env, Message, small_context, small_schema

WORDS = tuple(
    f"{first}{last}"
    for first in ["bedo", "kalu", "miro", "sefi", "tuna", "zago"]
    for last in "mnrtklp"
)


class Debate(Env):
    """A speech for or against one of three motions; which words are for a side is in a book."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    limit = 1
    note = "Which motion, and which side?"

    def begin(self) -> None:
        self.side = self.rng.choice(("for", "against"))
        self.motion = self.rng.choice("ABC")
        points = [" ".join(self.rng.sample(WORDS, 4)).capitalize() for _ in range(self.points())]
        self.speech = f"{'. '.join(points)}."

    def points(self) -> int:
        return self.rng.choice((3, 4))

    def show(self) -> Message:
        return {"speech": self.speech, "note": self.note}

    def paid(self, action: Message) -> float:
        return float(action["text"] == f"{self.motion}, {self.side}")

    def oracle(self) -> Message:
        return {"text": f"{self.motion}, {self.side}"}


class OneMoreFor(Debate):
    def points(self) -> int:
        return 4 if self.side == "for" else 3


class Labelled(OneMoreFor):
    def paid(self, action: Message) -> float:
        return float(action["text"] == self.oracle()["text"])

    def oracle(self) -> Message:
        return {"text": f"motion={self.motion} side={self.side}"}


class AskedForLength(OneMoreFor):
    note = "How many points are made? Say for which side that is."


class Marked(OneMoreFor):
    """The first sentence is that of the side, so that nothing needs to be counted."""

    def begin(self) -> None:
        super().begin()
        opening = "Members, I rise in favour" if self.side == "for" else "Friends, I oppose it"
        self.speech = f"{opening}. {self.speech}"


class SideUnpaid(OneMoreFor):
    def paid(self, action: Message) -> float:
        return float(str(action["text"])[:1] == self.motion)


class ManyLengths(Debate):
    """Several speeches of a side, each of a length of its own."""

    def points(self) -> int:
        return self.rng.choice((3, 5, 7) if self.side == "for" else (4, 6, 8))


class Untold(OneMoreFor):
    def show(self) -> Message:
        return {"speech": len(self.speech)}


class OneLength(Debate):
    def points(self) -> int:
        return 3


@pytest.mark.parametrize("env", [OneMoreFor, Labelled])
def test_one_more_sentence_for_a_side_is_reported(env: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match=r"of sentences of speech tells .* of the answer on"):
        text_lengths(small_context(env))


@pytest.mark.parametrize("env", [Debate, AskedForLength, Marked, SideUnpaid, ManyLengths])
def test_sizes_that_are_asked_for_or_tell_nothing_more_pass(env: type[Env]) -> None:
    text_lengths(small_context(env))


def test_without_texts_of_a_few_sizes_nothing_is_learned() -> None:
    with pytest.raises(NotApplicable, match="no text of several words"):
        text_lengths(small_context(Untold))
    with pytest.raises(NotApplicable, match="few different sizes"):
        text_lengths(small_context(OneLength))
