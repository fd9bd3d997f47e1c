"""The rules of an episode, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
    hold_out,
)

from ..depot import BASE_DAYS, REST, SIZES, VARIANTS, Day, base_days, clock, problem, variant
from ..models import Driver, Duty, RosterAction, RosterObservation

_OPTIONS = ("split", "index", "level")


@dataclass
class Shift:
    """The day on the clerk's desk, and what became of it."""

    day: Day
    assigned: int = 0
    valid: bool = False


def tasks() -> TaskSet[Day]:
    """Every day in all its variants; a quarter is held out from training."""
    train, test = {}, {}
    for level in SIZES:
        kept, held = hold_out(base_days(level), BASE_DAYS // 4, seed=level)
        train[level] = [variant(day, number) for day in kept for number in range(VARIANTS)]
        test[level] = [variant(day, number) for day in held for number in range(VARIANTS)]
    return TaskSet({"train": train, "test": test})


class DepotRosterEnvironment(
    VerifiedEnvironment[RosterAction, RosterObservation, VerifiedState, Shift]
):
    """Hand in one roster for the day; it is paid if it keeps every rule."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("valid", lambda t: float(t.facts["valid"]), kind="outcome"),
        Column("assigned", lambda t: t.facts["assigned"], kind="process", weight=0.0),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> RosterObservation:
        """Begin an episode; options of other environments are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> RosterObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Shift, RosterObservation]:
        """Put the task's day on the desk."""
        assert setup.task is not None
        shift = Shift(setup.task.payload)
        return shift, _observation(shift)

    def advance(self, game: Shift, action: RosterAction) -> RosterObservation:
        """Check the roster."""
        wrong = problem(game.day, action.roster)
        game.valid = not wrong
        known = {str(duty.number) for duty in game.day.duties}
        game.assigned = len(known & set(action.roster))
        return _observation(game, wrong)

    def facts(self, game: Shift) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"valid": game.valid, "assigned": game.assigned / len(game.day.duties)}


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name in _OPTIONS}


def _observation(shift: Shift, wrong: str = "") -> RosterObservation:
    return RosterObservation(
        drivers=[
            Driver(
                name=driver.name,
                signs_on=clock(driver.on),
                signs_off=clock(driver.off),
                licences=list(driver.licences),
                most_minutes=driver.most,
            )
            for driver in shift.day.drivers
        ],
        duties=[
            Duty(number=duty.number, bus=duty.bus, starts=clock(duty.start), ends=clock(duty.end))
            for duty in shift.day.duties
        ],
        rest_minutes=REST,
        problem=wrong,
    )
