"""The rules of an episode, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    VerifiedEnvironment,
    VerifiedState,
)

from ..chart import CHART, DISEASES, PRICES
from ..models import WorkupAction, WorkupObservation

ACTIONS = 8


@dataclass
class Patient:
    """A patient: the disease (as its number in the chart), and what was done."""

    disease: Secret[int]
    results: dict[str, str] = field(default_factory=dict)
    diagnosis: str = ""

    @property
    def spent(self) -> int:
        """Euros spent on tests."""
        return sum(PRICES[test] for test in self.results)

    @property
    def right(self) -> bool:
        """Whether the diagnosis is the disease."""
        return self.diagnosis == DISEASES[self.disease.reveal()]


class WorkupEnvironment(
    VerifiedEnvironment[WorkupAction, WorkupObservation, VerifiedState, Patient]
):
    """Order tests and name the disease of a patient, in at most eight actions."""

    max_steps = ACTIONS
    step_timeout_s = 5.0
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome"),
        Column(
            "tests",
            lambda t: -(t.facts["spent"] - t.facts_before["spent"]) / 100,
            kind="cost",
            range=(-1.0, 0.0),
        ),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Patient, WorkupObservation]:
        """Draw a disease; all are equally likely."""
        patient = Patient(Secret(rng.randrange(len(DISEASES))))
        return patient, _observation(patient)

    def advance(self, game: Patient, action: WorkupAction) -> WorkupObservation:
        """Do a test, or take the diagnosis."""
        name = action.name.strip().lower()
        if action.kind == "diagnose":
            if name not in CHART:
                return _observation(game, "This disease is not in the chart.")
            game.diagnosis = name
            return _observation(game, done=True)
        if name not in PRICES:
            return _observation(game, "There is no such test.")
        if name in game.results:
            return _observation(game, "This test was done already; it costs nothing again.")
        positive = name in CHART[DISEASES[game.disease.reveal()]]
        game.results[name] = "positive" if positive else "negative"
        return _observation(game)

    def facts(self, game: Patient) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"right": game.right, "spent": game.spent}


def _observation(patient: Patient, note: str = "", *, done: bool = False) -> WorkupObservation:
    return WorkupObservation(
        results=dict(patient.results),
        prices=dict(PRICES),
        chart={disease: list(tests) for disease, tests in CHART.items()},
        note=note,
        done=done,
    )
