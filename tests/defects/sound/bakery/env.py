"""Put the jobs of a bakery with one oven in a timetable: a list of start hours, one attempt."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from openenv.core.env_server import create_fastapi_app
from pydantic import BaseModel, Field

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    SetupError,
    VerifiedAction,
    VerifiedEnvironment,
    VerifiedObservation,
    VerifiedState,
)

NAMES = ("rolls", "rye", "brioche", "bagels", "pretzels", "scones", "focaccia", "stollen")
JOBS = {1: 4, 2: 6, 3: 8}


class Job(BaseModel):
    """A job that has to be done."""

    name: str
    hours: int = Field(description="how long the oven is taken")
    due: int = Field(description="the hour by which it must be finished")


class Slot(BaseModel):
    """When a job begins."""

    name: str = Field(max_length=20, description="the name of the job")
    start: int = Field(ge=0, le=100, description="the hour at which it begins, from 0")


class BakeryAction(VerifiedAction):
    """A timetable: every job once, in any order."""

    slots: list[Slot] = Field(default_factory=list, max_length=20, description="the slots")


class BakeryObservation(VerifiedObservation):
    """The jobs; after the timetable, what is wrong with it."""

    jobs: list[Job] = Field(default_factory=list, description="the jobs of the shift")
    problem: str = Field(default="", description="the first problem of the timetable")


@dataclass
class Shift:
    """The jobs, and the verdict on the timetable."""

    jobs: dict[str, Job]
    feasible: bool = False


class BakeryEnvironment(VerifiedEnvironment[BakeryAction, BakeryObservation, VerifiedState, Shift]):
    """Pays 1 if every job is listed once, none is late, and never two are in the oven together."""

    max_steps = 1
    reward = Reward(Column("feasible", lambda t: float(t.facts["feasible"]), kind="outcome"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Shift, BakeryObservation]:
        """Draw a timetable that works, and set the due hours by it."""
        level = 1 if setup.level is None else setup.level
        if level not in JOBS:
            raise SetupError(f"level must be one of {sorted(JOBS)}")
        clock, jobs = 0, []
        for name in rng.sample(NAMES, JOBS[level]):
            hours = rng.randint(1, 4)
            clock += hours
            jobs.append(Job(name=name, hours=hours, due=clock + rng.randint(0, 3 - level)))
        rng.shuffle(jobs)
        return Shift({job.name: job for job in jobs}), BakeryObservation(jobs=jobs)

    def advance(self, game: Shift, action: BakeryAction) -> BakeryObservation:
        """Check the timetable."""
        problem = first_problem(game.jobs, action.slots)
        game.feasible = not problem
        return BakeryObservation(jobs=list(game.jobs.values()), problem=problem, done=True)

    def facts(self, game: Shift) -> Mapping[str, Any]:
        """Whether the timetable works."""
        return {"feasible": game.feasible}


def first_problem(jobs: Mapping[str, Job], slots: list[Slot]) -> str:
    """What is wrong with a timetable; empty if nothing is."""
    if sorted(slot.name for slot in slots) != sorted(jobs):
        return "every job must be listed once"
    for slot in slots:
        if slot.start + jobs[slot.name].hours > jobs[slot.name].due:
            return f"{slot.name} is late"
    ordered = sorted(slots, key=lambda slot: slot.start)
    for one, other in pairwise(ordered):
        ends = [each.start + jobs[each.name].hours for each in (one, other)]
        if one.start < ends[1] and other.start < ends[0]:
            return f"{one.name} and {other.name} need the oven at the same time"
    return ""


app = create_fastapi_app(BakeryEnvironment, BakeryAction, BakeryObservation)
