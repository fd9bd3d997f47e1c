"""Test modules until the broken one is known, then replace it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import permutations
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    TaskSet,
    Transition,
    VerifiedEnvironment,
    VerifiedState,
)

from ..machine import CASES, MODULES, SHIFT, SYMPTOMS, Case, quick_test, thorough_test
from ..models import VendingRepairAction, VendingRepairObservation

RELIABILITY = {1: 0.85, 2: 0.7}  # of a quick test, by level
ROUNDS = 10  # machines of every case
HELD_OUT = ("vends warm drinks", "does not react to a selection")


@dataclass
class Visit:
    """A technician's visit."""

    case: Case
    suspects: list[str]
    reliability: float
    rng: Random
    clock: int = 0
    log: list[str] = field(default_factory=list)
    replaced: str = ""

    @property
    def repaired(self) -> bool:
        """Whether the broken module was replaced."""
        return self.replaced == self.case.broken


def tasks() -> TaskSet[tuple[Case, int]]:
    """Ten machines of every case; those with two of the symptoms are the test split."""
    machines = [(case, number) for number in range(ROUNDS) for case in CASES]
    train = [machine for machine in machines if machine[0].symptom not in HELD_OUT]
    test = [machine for machine in machines if machine[0].symptom in HELD_OUT]
    Random("machines").shuffle(train)
    Random("machines").shuffle(test)
    return TaskSet(
        {"train": dict.fromkeys(RELIABILITY, train), "test": dict.fromkeys(RELIABILITY, test)}
    )


def _speed(step: Transition) -> float:
    """The share of the shift that is left after a repair."""
    if not (step.done and step.facts["repaired"]):
        return 0.0
    return max(0.0, (SHIFT - step.facts["clock"]) / SHIFT)


class VendingRepairEnvironment(
    VerifiedEnvironment[VendingRepairAction, VendingRepairObservation, VerifiedState, Visit]
):
    """Find the broken module, soon."""

    max_steps = 12
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("repaired", lambda t: float(t.facts["repaired"]), kind="outcome", weight=0.5),
        Column("speed", _speed, kind="process", weight=0.5),
    )

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Any:
        """As in the base class, but options that are not known are ignored."""
        return super().reset(seed, episode_id, **self._known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> Any:
        """As `reset`."""
        return await super().reset_async(seed, episode_id, **self._known(options))

    def _known(self, options: Mapping[str, Any]) -> dict[str, Any]:
        return {name: options[name] for name in ("split", "index", "level") if name in options}

    def begin(self, rng: Random, setup: Setup) -> tuple[Visit, VendingRepairObservation]:
        """Bring the technician to the machine."""
        assert setup.task is not None
        case, number = setup.task.payload
        orders = list(permutations(SYMPTOMS[case.symptom]))
        plans = Random(f"wiring plans {case.symptom} {case.broken}").sample(orders, ROUNDS)
        suspects = list(plans[number])
        visit = Visit(case, suspects, RELIABILITY[setup.task.level], rng)
        return visit, _observation(visit)

    def advance(self, game: Visit, action: VendingRepairAction) -> VendingRepairObservation:
        """Do one job."""
        job, module = action.job.strip().lower(), action.module.strip().lower()
        if module not in MODULES:
            return _observation(game, "no such module")
        if job == "replace":
            game.replaced = module
            return _observation(game, done=True)
        if job == "quick":
            reading = quick_test(game.rng, game.case, module, game.reliability)
        elif job == "thorough":
            reading = thorough_test(game.case, module)
        else:
            return _observation(game, "no such job")
        game.clock += reading.minutes
        game.log.append(f"{job} {module}: {reading.text}")
        return _observation(game, done=game.clock >= SHIFT)

    def facts(self, game: Visit) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"repaired": game.repaired, "clock": game.clock}


def _observation(visit: Visit, note: str = "", *, done: bool = False) -> VendingRepairObservation:
    return VendingRepairObservation(
        symptom=visit.case.symptom,
        suspects=list(visit.suspects),
        log=list(visit.log),
        clock=visit.clock,
        note=note,
        done=done,
    )
