"""Where often several answers are right, two of them are paid."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.several_answers import several_answers
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Departures(Env):
    """Name a departure with the lowest toll."""

    schema: ClassVar[dict[str, Any]] = small_schema(time={"type": "string"})
    limit = 1
    text = "Often several departures cost the same: each of these is right."
    takes_all = True

    def begin(self) -> None:
        self.start = self.rng.randrange(8 * 60, 16 * 60, 5)

    def show(self) -> Message:
        return {"task": self.text, "cheap from": [self.written(self.start), 0]}

    def paid(self, action: Message) -> float:
        right = range(self.start, self.start + 30, 5) if self.takes_all else [self.start]
        return float(action["time"] in map(self.written, right))

    def written(self, minutes: int) -> str:
        return f"{minutes // 60:02}:{minutes % 60:02}"

    def oracle(self) -> Message:
        return {"time": self.written(self.start)}


class OneDeparture(Departures):
    takes_all = False


class NothingSaid(OneDeparture):
    text = "Any right departure counts."


class Counting(OneDeparture):
    """The answer is a whole number."""

    schema: ClassVar[dict[str, Any]] = small_schema(time={"type": "integer"})

    def written(self, minutes: int) -> Any:
        return minutes


class Naming(OneDeparture):
    """The answer is one of the shown names."""

    names = tuple(f"ship {letter}" for letter in "abcdefghijkl")

    def show(self) -> Message:
        return {**super().show(), "names": list(self.names)}

    def written(self, minutes: int) -> str:
        return self.names[minutes % len(self.names)]


class Ladder(Naming):
    """A way to a name that the message gives: the last step has no choice."""

    def show(self) -> Message:
        return {**super().show(), "goal": self.written(self.start)}


class Essay(OneDeparture):
    def written(self, minutes: int) -> str:
        return f"I leave {minutes} minutes after midnight."


@pytest.mark.parametrize("env_class", [OneDeparture, Counting, Naming])
def test_one_answer_alone_is_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match="on 24 tasks no other value than the oracle's"):
        several_answers(small_context(env_class))


def test_another_answer_that_is_paid_is_enough() -> None:
    several_answers(small_context(Departures))


@pytest.mark.parametrize(
    ("env_class", "reason"),
    [
        (NothingSaid, "no text says that often several"),
        (Essay, "a time, number or choice"),
        (Ladder, "a time, number or choice"),
    ],
)
def test_what_was_not_tried_is_not_applicable(env_class: type[Env], reason: str) -> None:
    with pytest.raises(NotApplicable, match=reason):
        several_answers(small_context(env_class))
