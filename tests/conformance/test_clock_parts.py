"""A time with minutes that no clock shows must not be taken."""

from __future__ import annotations

import re
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.clock_parts import clock_parts
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Oven(Env):
    """Say when the bread must go in, so that it is done when it is due."""

    schema: ClassVar[dict[str, Any]] = small_schema(start={"type": "string"})
    limit = 1

    def begin(self) -> None:
        self.start = self.rng.randrange(300, 900)
        self.minutes = self.rng.randrange(20, 90)

    def show(self) -> Message:
        return {"due": self.start + self.minutes, "minutes": self.minutes}

    def read(self, text: str) -> int | None:
        found = re.fullmatch(r"(\d\d):([0-5]\d)", text)
        return 60 * int(found[1]) + int(found[2]) if found else None

    def paid(self, action: Message) -> float:
        return float(self.read(str(action["start"])) == self.start)

    def oracle(self) -> Message:
        return {"start": f"{self.start // 60:02}:{self.start % 60:02}"}


class PartsAlone(Oven):
    """Hours and minutes are read one by one."""

    def read(self, text: str) -> int | None:
        hours, _, minutes = text.partition(":")
        try:
            return 60 * int(hours) + int(minutes)
        except ValueError:
            return None


class AboveOnly(PartsAlone):
    def read(self, text: str) -> int | None:
        return None if "-" in text else super().read(text)


class AnyTime(Oven):
    def paid(self, action: Message) -> float:
        return float(":" in str(action["start"]))


def test_minutes_that_no_clock_shows_are_reported() -> None:
    clock_parts(small_context(Oven))
    with pytest.raises(PropertyViolated, match="a time with minutes below 0 is taken"):
        clock_parts(small_context(PartsAlone))
    with pytest.raises(PropertyViolated, match="a time with minutes above 59 is taken"):
        clock_parts(small_context(AboveOnly))


def test_a_time_that_does_not_count_says_nothing() -> None:
    with pytest.raises(NotApplicable, match="time of the day that counts"):
        clock_parts(small_context(AnyTime))
