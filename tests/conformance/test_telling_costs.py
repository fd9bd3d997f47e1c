"""A step that reads alike for the right suspect and another one costs the same."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.secrecy.telling_costs import telling_costs
from tests.conformance.small_environment import Env, Message, small_context, small_schema

_PARTS = ("belt", "pump", "fuse", "lamp")


class Noisy(Env):
    """A quick test of a part is often wrong, and a second look costs a minute more."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        do={"enum": ["quick", "sure", "replace"]}, part={"enum": list(_PARTS)}
    )
    looks_again = "at the reading"
    is_exact = False

    def begin(self) -> None:
        self.parts = self.rng.sample(_PARTS, 4)
        self.broken = self.rng.choice(self.parts)
        self.clock, self.log = 0, list[str]()

    def show(self) -> Message:
        return {"parts": self.parts, "clock": self.clock, "log": list(self.log)}

    def paid(self, action: Message) -> float:
        is_bad = action["part"] == self.broken
        if action["do"] == "replace":
            self.over = True
            return float(is_bad)
        noise = action["do"] == "quick" and not self.is_exact and self.rng.random() < 0.3
        reading = is_bad != noise
        again = is_bad if self.looks_again == "at the part" else reading
        self.clock += 4 + again if action["do"] == "quick" else 12
        self.log.append(f"{action['part']}: {'bad' if reading else 'good'}")
        return 0.0

    def oracle(self) -> Message:
        seen = any(line.startswith(self.broken) for line in self.log)
        return {"do": "replace" if seen else "sure", "part": self.broken}


class TellingClock(Noisy):
    looks_again = "at the part"


class Exact(TellingClock):
    is_exact = True


class HalfTelling(TellingClock):
    """The clock of every second task follows from the reading."""

    def begin(self) -> None:
        super().begin()
        if self.rng.random() < 0.5:
            self.looks_again = "at the reading"
        else:
            self.looks_again = "at the part"


def test_a_clock_that_tells_what_noise_hides_is_reported() -> None:
    with pytest.raises(PropertyViolated, match="but clock moves by another amount for the right"):
        telling_costs(small_context(TellingClock))


@pytest.mark.parametrize("env_class", [Noisy, HalfTelling])
def test_a_cost_that_follows_from_what_is_shown_tells_nothing(env_class: type[Env]) -> None:
    telling_costs(small_context(env_class))


def test_exact_replies_leave_nothing_open() -> None:
    with pytest.raises(NotApplicable, match="reads alike for the right one and another"):
        telling_costs(small_context(Exact))
