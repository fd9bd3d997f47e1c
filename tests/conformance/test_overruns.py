"""An action that takes longer than what is left must not be done and paid."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.step.overruns import overruns
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Workshop(Env):
    """Repair clocks of different lengths in a shift; waiting takes a minute."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        clock={"type": "integer", "minimum": 0, "maximum": 9}
    )
    limit = 80

    def begin(self) -> None:
        self.open = [self.rng.randrange(3, 7) for _ in range(4)]
        self.minute, self.closing, self.repaired = 0, sum(self.open) + 1, 0

    def show(self) -> Message:
        return {
            "open": list(self.open),
            "minute": self.minute,
            "closing": self.closing,
            "repaired": self.repaired,
            "rule": self.rule(),
        }

    def rule(self) -> str:
        return "A repair counts if it is finished by closing time."

    def counts(self, finished: int) -> bool:
        return finished <= self.closing

    def paid(self, action: Message) -> float:
        place = action["clock"]
        if place >= len(self.open):
            self.minute += 1
        else:
            self.minute += self.open[place]
            if self.counts(self.minute):
                del self.open[place]
                self.repaired += 1
        self.over = self.minute >= self.closing or not self.open
        return self.repaired / 4 if self.over or self.count >= self.limit else 0.0

    def oracle(self) -> Message:
        return {"clock": 0}


class Overruns(Workshop):
    """What is begun counts."""

    def counts(self, finished: int) -> bool:
        return True


class MayOverrun(Overruns):
    def rule(self) -> str:
        return "A repair that is begun by closing time is finished and counts."


class MinutesLeft(Overruns):
    """The time is shown as what is left of it, and stops at nothing."""

    def show(self) -> Message:
        shown = super().show()
        left = max(0, shown.pop("closing") - shown.pop("minute"))
        return {**shown, "minutes_left": left}


class NoClock(Overruns):
    def show(self) -> Message:
        shown = super().show()
        return {name: shown[name] for name in ("open", "repaired")}


class EqualSteps(Overruns):
    """Each repair takes as long as waiting does: nothing can take longer than what is left."""

    def begin(self) -> None:
        super().begin()
        self.open, self.closing = [1] * 4, 5


def test_a_late_repair_that_counts_is_reported() -> None:
    overruns(small_context(Workshop))
    with pytest.raises(PropertyViolated, match=r"is left \(closing - minute\), and an action"):
        overruns(small_context(Overruns))
    with pytest.raises(PropertyViolated, match=r"is left \(minutes_left\), and an action"):
        overruns(small_context(MinutesLeft))


@pytest.mark.parametrize(
    ("env_class", "reason"),
    [
        (MayOverrun, "allowed: 'A repair that is begun"),
        (NoClock, "no message shows a number"),
        (EqualSteps, "no action of a solution takes longer"),
    ],
)
def test_where_it_does_not_apply(env_class: type[Env], reason: str) -> None:
    with pytest.raises(NotApplicable, match=reason):
        overruns(small_context(env_class))
