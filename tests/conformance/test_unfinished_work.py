"""The first steps of a solution, and then nothing, must not earn what the whole earns."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.unfinished_work import unfinished_work
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Parcels(Env):
    """Deliver eight parcels in 12 steps; paid is the share of all parcels that was delivered."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"enum": ["wait", "deliver"]}, parcel={"type": "integer", "minimum": 0, "maximum": 999}
    )
    limit = 12

    def begin(self) -> None:
        self.parcels = self.rng.sample(range(1000), 8)
        self.delivered: list[int] = []
        self.missed = 0

    def show(self) -> Message:
        return {"parcels": self.parcels, "delivered": len(self.delivered)}

    def paid(self, action: Message) -> float:
        if action["kind"] == "deliver":
            if action["parcel"] in self.parcels and action["parcel"] not in self.delivered:
                self.delivered.append(action["parcel"])
            else:
                self.missed += 1
        self.over = len(self.delivered) == len(self.parcels)
        return self.share() if self.over or self.count >= self.limit else 0.0

    def share(self) -> float:
        return len(self.delivered) / (len(self.parcels) + self.missed)

    def oracle(self) -> Message:
        return {"kind": "deliver", "parcel": self.parcels[len(self.delivered)]}


class ShareOfAttempted(Parcels):
    """Paid is the share of the parcels that were attempted."""

    def share(self) -> float:
        return len(self.delivered) / max(1, len(self.delivered) + self.missed)


class EndedByAFlag(Parcels):
    """`stop` ends the day; what was not attempted until then does not count."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        parcel={"type": "integer", "minimum": 0, "maximum": 999},
        stop={"type": "boolean", "default": False},
    )
    counted = False

    def paid(self, action: Message) -> float:
        if not action.get("stop"):
            return super().paid({"kind": "deliver", **action})
        self.over = True
        return self.share()

    def share(self) -> float:
        all_parcels = len(self.parcels) if self.counted else len(self.delivered)
        return len(self.delivered) / max(1, all_parcels + self.missed)

    def oracle(self) -> Message:
        return {"parcel": self.parcels[len(self.delivered)]}


class EndedByAFairFlag(EndedByAFlag):
    counted = True


class PaidForNothing(Parcels):
    """Whatever is done is paid, as other properties report."""

    def share(self) -> float:
        return 1.0


class HalvesTheDifference(Parcels):
    """Each parcel halves what is missing, so that four of eight earn nearly as much."""

    def share(self) -> float:
        return 1 - 0.25 ** len(self.delivered)


class OneStep(Parcels):
    def begin(self) -> None:
        super().begin()
        self.parcels = self.parcels[:1]


def test_a_paid_beginning_is_reported() -> None:
    with pytest.raises(PropertyViolated, match=r"first 2 of 8 steps .*fresh seeds") as raised:
        unfinished_work(small_context(ShareOfAttempted))
    assert raised.value.episode is not None


def test_a_beginning_that_a_flag_ends_is_tried() -> None:
    with pytest.raises(PropertyViolated, match=r"'stop': True.* earn 1 like the whole"):
        unfinished_work(small_context(EndedByAFlag, [{"parcel": 1}, {"parcel": 2}]))
    unfinished_work(small_context(EndedByAFairFlag, [{"parcel": 1}, {"parcel": 2}]))


@pytest.mark.parametrize("env_class", [Parcels, PaidForNothing, HalvesTheDifference])
def test_a_beginning_that_earns_less_or_that_needs_no_work_is_not_reported(
    env_class: type[Env],
) -> None:
    unfinished_work(small_context(env_class))


def test_tasks_of_one_step_have_no_beginning() -> None:
    with pytest.raises(NotApplicable, match="several different steps"):
        unfinished_work(small_context(OneStep))


class Enough(ShareOfAttempted):
    """A text says that a part is enough."""

    def show(self) -> Message:
        return {
            **super().show(),
            "rules": "You need 3 of 8 parcels to win; 3 of 8 win.",
        }


def test_a_beginning_may_be_paid_where_a_text_says_that_it_is_enough() -> None:
    with pytest.raises(NotApplicable, match="a part of the work is enough"):
        unfinished_work(small_context(Enough))


class Crossing(Env):
    """Pack twice, then walk on clear days; on other days a walk does what a day in camp does."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        kind={"enum": ["camp", "pack", "walk"]}, parcel={"type": "integer", "minimum": 0}
    )

    def begin(self) -> None:
        self.storms = self.rng.sample(range(1, 6), 3)
        self.packed, self.day, self.stage = 0, 0, 0

    def show(self) -> Message:
        weather = ["storm" if day in self.storms else "clear" for day in range(self.day, 12)]
        return {"packed": self.packed, "day": self.day, "stage": self.stage, "weather": weather}

    def paid(self, action: Message) -> float:
        if action["kind"] == "pack":
            self.packed += 1
            return 0.0
        self.stage += action["kind"] == "walk" and self.packed > 1 and self.day not in self.storms
        self.day += 1
        self.over = self.stage == 3
        return float(self.over)

    def oracle(self) -> Message:
        if self.packed < 2:
            return {"kind": "pack", "parcel": 7}
        return {"kind": "camp" if self.day in self.storms else "walk", "parcel": 8}


def test_an_action_that_is_a_part_of_the_work_is_not_idle() -> None:
    unfinished_work(small_context(Crossing))
