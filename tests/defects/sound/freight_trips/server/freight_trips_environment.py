"""Send all crates up with as few trips as possible."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, NamedTuple

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
    hold_out,
)

from ..models import FreightTripsAction, FreightTripsObservation

CRATES = {1: 6, 2: 7, 3: 9}  # by level
LIMIT = 100
TASK = (
    "Send every crate up exactly once. The crates of a trip may weigh no more than the load limit "
    "together; a load of exactly the limit is allowed. Food and chemicals never ride in one trip. "
    "Make no more trips than allowed. Empty trips count as trips."
)


class Crate(NamedTuple):
    """A crate on the ramp."""

    kg: int
    kind: str


class Ramp(NamedTuple):
    """The crates, numbered from 1, and the trips that may be made."""

    crates: tuple[Crate, ...]
    trips: int


Shift = dict[str, Any]


def safe(crates: Sequence[Crate]) -> bool:
    """Whether crates may ride together."""
    kinds = {crate.kind for crate in crates}
    return sum(crate.kg for crate in crates) <= LIMIT and not {"food", "chemicals"} <= kinds


def fewest(crates: Sequence[Crate]) -> int:
    """The fewest trips for all crates."""
    count = len(crates)
    loads = [
        mask
        for mask in range(1, 1 << count)
        if safe([crates[i] for i in range(count) if mask >> i & 1])
    ]

    @cache
    def best(rest: int) -> int:
        if not rest:
            return 0
        lowest = rest & -rest
        return 1 + min(best(rest ^ load) for load in loads if load & lowest and load & rest == load)

    return best((1 << count) - 1)


def first_fit(crates: Sequence[Crate]) -> int:
    """Trips if each crate goes to the first trip that it fits."""
    trips: list[list[Crate]] = []
    for crate in crates:
        for trip in trips:
            if safe([*trip, crate]):
                trip.append(crate)
                break
        else:
            trips.append([crate])
    return len(trips)


def stack(rng: Random, count: int) -> Ramp:
    """Draw crates for which first fit needs too many trips."""
    kinds = ("food", "chemicals", "tools", "tools")
    while True:
        crates = tuple(Crate(5 * rng.randint(3, 14), rng.choice(kinds)) for _ in range(count))
        trips = fewest(crates)
        if first_fit(crates) > trips:
            return Ramp(crates, trips)


def fault(ramp: Ramp, plan: list[list[int]]) -> str:
    """What is wrong with a plan; empty if nothing is."""
    numbers = range(1, len(ramp.crates) + 1)
    carried = [number for trip in plan for number in trip]
    if any(number not in numbers for number in carried):
        return "there is no such crate"
    if sorted(carried) != list(numbers):
        return "every crate must ride exactly once"
    if len(plan) > ramp.trips:
        return "too many trips"
    if not all(safe([ramp.crates[number - 1] for number in trip]) for trip in plan):
        return "a trip is too heavy or mixes food and chemicals"
    return ""


def tasks() -> TaskSet[int]:
    """Numbered ramps."""
    train, test = hold_out(range(200), 40, seed=1)
    return TaskSet({"train": dict.fromkeys(CRATES, train), "test": dict.fromkeys(CRATES, test)})


class FreightTripsEnvironment(
    VerifiedEnvironment[FreightTripsAction, FreightTripsObservation, VerifiedState, Shift]
):
    """Plan the trips of a freight elevator."""

    max_steps = 1
    tasks = tasks()
    reward = Reward(Column("carried", lambda t: float(t.facts["carried"]), kind="outcome"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Shift, FreightTripsObservation]:
        """Draw the ramp of the task."""
        assert setup.task is not None
        level = setup.task.level
        ramp = stack(Random(f"freight {level} {setup.task.payload}"), CRATES[level])
        return {"ramp": ramp, "carried": False}, _see(ramp)

    def advance(self, game: Shift, action: FreightTripsAction) -> FreightTripsObservation:
        """Check the plan."""
        note = fault(game["ramp"], action.trips)
        game["carried"] = not note
        return _see(game["ramp"], note or "all crates are up", done=True)

    def facts(self, game: Shift) -> Mapping[str, Any]:
        """Whether the plan is good."""
        return {"carried": game["carried"]}


def _see(ramp: Ramp, note: str = "", *, done: bool = False) -> FreightTripsObservation:
    lines = [f"{n}: {crate.kg} kg {crate.kind}" for n, crate in enumerate(ramp.crates, 1)]
    return FreightTripsObservation(
        task=TASK, crates=lines, limit=LIMIT, trips=ramp.trips, note=note, done=done
    )
