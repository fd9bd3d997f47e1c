"""An action that is listed as legal and refused is reported."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.step.listed_actions import listed_actions
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Heaps(Env):
    """Take from heaps: each move names a heap that is not empty, and a reply takes from another."""

    schema: ClassVar[dict[str, Any]] = small_schema(heap={"type": "string"})

    def begin(self) -> None:
        self.heaps = {name: self.rng.randint(1, 4) for name in "abcd"}
        self.problem = ""
        self.listed = self.legal()

    def legal(self) -> list[str]:
        return [name for name, count in self.heaps.items() if count]

    def show(self) -> Message:
        return {"heaps": dict(self.heaps), "legal_moves": self.listed, "problem": self.problem}

    def paid(self, action: Message) -> float:
        name = action["heap"]
        self.problem = "" if name in self.legal() else f"illegal move: {name} is empty"
        if not self.problem:
            self.heaps[name] -= 1
            self.answer()
        self.over = not self.legal()
        return float(self.over)

    def answer(self) -> None:
        left = self.legal()
        if left:
            self.heaps[self.rng.choice(left)] -= 1
        self.listed = self.legal()

    def oracle(self) -> Message:
        return {"heap": (self.legal() or ["a"])[0]}


class Early(Heaps):
    """The list is made before the reply."""

    def answer(self) -> None:
        self.listed = self.legal()
        if self.listed:
            self.heaps[self.rng.choice(self.listed)] -= 1


class Rows(Early):
    """The same with objects, of which each is an action."""

    def show(self) -> Message:
        moves = [{"heap": name} for name in self.listed]
        return {"moves": moves, "problem": self.problem}


class SameNames(Early):
    """The list names the heaps, empty or not."""

    def show(self) -> Message:
        return {**super().show(), "legal_moves": [*self.heaps]}


def _check(env_class: type[Env], name: str = "legal_moves", description: str = "") -> None:
    context = small_context(env_class)
    field = {"type": "array", "description": description}
    context.survey.observation_schema = {"properties": {name: field}}
    listed_actions(context)


def test_a_list_that_is_made_last_is_sound() -> None:
    _check(Heaps)


def test_a_listed_action_that_is_refused_is_reported() -> None:
    with pytest.raises(PropertyViolated, match=r"listed in 'legal_moves' and refused .* is empty"):
        _check(Early)


@pytest.mark.parametrize("description", ["Every move that you can make", "The legal moves"])
def test_the_description_may_say_what_the_list_is(description: str) -> None:
    with pytest.raises(PropertyViolated, match=r"'heap': '.'\} is listed in 'moves'"):
        _check(Rows, "moves", description)


def test_a_list_that_never_changes_is_not_judged() -> None:
    with pytest.raises(NotApplicable, match="which changes"):
        _check(SameNames)


@pytest.mark.parametrize("description", ["", "The moves so far", "What you can buy"])
def test_other_lists_are_left_out(description: str) -> None:
    with pytest.raises(NotApplicable, match="what is legal"):
        _check(Rows, "moves", description)
