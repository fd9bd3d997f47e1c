"""The bench: sample, burette, meter, and the grading of the report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    SetupError,
    VerifiedEnvironment,
    VerifiedState,
)

from ..chemistry import exact_ph
from ..models import BenchAction, BenchObservation

ACTIONS = 14
SAMPLE_ML = 25.0
TITRANT_MOLAR = 0.1
BURETTE_ML = 50.0
METER_ERROR = {1: 0.05, 2: 0.1}
TOLERANCE = 0.01


@dataclass
class Bench:
    """The state of one titration; `rng` is the meter's noise."""

    acid: Secret[float]
    rng: Random
    meter_error: float
    added_ml: float = 0.0
    actions: int = 0
    reported: float | None = None


def accepted(report: float, truth: float) -> bool:
    """Whether a reported concentration is close enough."""
    return abs(report - truth) <= TOLERANCE * truth


class LabTitrationEnvironment(
    VerifiedEnvironment[BenchAction, BenchObservation, VerifiedState, Bench]
):
    """Find the concentration of a strong acid."""

    max_steps = ACTIONS
    step_timeout_s = 5.0
    reward = Reward(
        Column("accepted", lambda t: float(t.facts["accepted"]), kind="outcome"),
        Column(
            "titrant",
            lambda t: -t.facts["added_ml"] / BURETTE_ML,
            kind="cost",
            range=(-1.0, 0.0),
            weight=0.0,
        ),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Bench, BenchObservation]:
        """Draw the acid; the first reading is that of the pure sample."""
        level = 1 if setup.level is None else setup.level
        if level not in METER_ERROR:
            raise SetupError(f"level must be one of {sorted(METER_ERROR)}")
        acid = rng.uniform(0.06, 0.18)
        bench = Bench(Secret(acid), Random(rng.getrandbits(64)), METER_ERROR[level])
        return bench, _instruments(bench)

    def advance(self, bench: Bench, action: BenchAction) -> BenchObservation:
        """Add titrant, or grade the report."""
        bench.actions += 1
        if action.op == "report":
            bench.reported = action.molar
            return _instruments(bench, "reported")
        if action.volume_ml > BURETTE_ML - bench.added_ml + 1e-9:
            return _instruments(bench, "burette empty")
        bench.added_ml = min(BURETTE_ML, bench.added_ml + action.volume_ml)
        return _instruments(bench)

    def facts(self, bench: Bench) -> Mapping[str, Any]:
        """The grade and the titrant used."""
        report = bench.reported
        return {
            "accepted": report is not None and accepted(report, bench.acid.reveal()),
            "added_ml": bench.added_ml,
        }


def _instruments(bench: Bench, note: str = "") -> BenchObservation:
    ph = exact_ph(bench.acid.reveal(), SAMPLE_ML, TITRANT_MOLAR, bench.added_ml)
    reading = ph + bench.rng.uniform(-bench.meter_error, bench.meter_error)
    return BenchObservation(
        sample_ml=SAMPLE_ML,
        titrant_molar=TITRANT_MOLAR,
        added_ml=round(bench.added_ml, 6),
        burette_ml=round(BURETTE_ML - bench.added_ml, 6),
        ph=round(reading, 2),
        meter_error=bench.meter_error,
        actions_left=ACTIONS - bench.actions,
        note=note,
        done=bench.reported is not None,
    )
