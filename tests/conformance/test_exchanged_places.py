"""Which thing goes where matters, and not only how many go there."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.exchanged_places import exchanged_places
from tests.conformance.small_environment import Env, Message, small_context, small_schema

TEXT = {"type": "string"}


class Tidy(Env):
    """Files are moved into folders, which depends on their names."""

    schema: ClassVar[dict[str, Any]] = small_schema(file=TEXT, folder=TEXT)
    task: ClassVar[str] = "Move each file into its folder."
    moves = 4

    def begin(self) -> None:
        self.files = [f"file {number}" for number in self.rng.sample(range(100), self.moves)]
        self.right = {file: f"folder {n % 2}" for n, file in enumerate(self.files)}
        self.held: dict[str, str] = {}

    def show(self) -> Message:
        return {"task": self.task, "files": self.files}

    def paid(self, action: Message) -> float:
        if action["file"] in self.right:
            self.held[action["file"]] = action["folder"]
        self.over = self.count == self.moves
        return float(self.over and self.is_tidy())

    def is_tidy(self) -> bool:
        return self.held == self.right

    def oracle(self) -> Message:
        file = self.files[self.count]
        return {"file": file, "folder": self.right[file]}


class Counted(Tidy):
    def is_tidy(self) -> bool:
        return Counter(self.held.values()) == Counter(self.right.values())


class Anywhere(Tidy):
    """The folder does not matter at all."""

    def is_tidy(self) -> bool:
        return len(self.held) == self.moves


class Short(Counted):
    moves = 2


def test_contents_are_compared() -> None:
    exchanged_places(small_context(Tidy))


@pytest.mark.parametrize("env_class", [Counted, Anywhere])
def test_counts_in_the_place_of_contents_are_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match="exchanged between two steps") as caught:
        exchanged_places(small_context(env_class))
    assert caught.value.episode is not None


def test_two_steps_show_too_little() -> None:
    with pytest.raises(NotApplicable):
        exchanged_places(small_context(Short))


def test_several_right_answers_may_be_exchanged_ones() -> None:
    free = type("Free", (Counted,), {"task": "Any valid order of the files is right."})
    with pytest.raises(NotApplicable, match="several answers"):
        exchanged_places(small_context(free))
