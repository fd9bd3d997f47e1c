"""The author's evidence for the titration."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .chemistry import estimate, excess_mmol
from .models import BenchAction, BenchObservation

Policy = Callable[[Any, BenchObservation], BenchAction]

declared = {"max_steps": 14, "success_reward": 1.0, "levels": (1, 2)}


def oracle(env: Any, observation: BenchObservation) -> BenchAction:
    """Approaches the end point: each dose neutralises most of the acid that the reading shows.

    The reading tells the excess acid within a factor, so the concentration becomes exact as the
    excess gets small. It reports when the remaining excess cannot matter.
    """
    seen = observation
    volume = seen.sample_ml + seen.added_ml
    excess = excess_mmol(seen.ph, volume)
    guess = estimate(seen.ph, seen.sample_ml, seen.titrant_molar, seen.added_ml)
    factor = 10 ** (seen.meter_error + 0.006) - 1
    if abs(excess) * factor <= 0.004 * guess * seen.sample_ml or seen.actions_left <= 1:
        return BenchAction(op="report", molar=guess)
    dose = max(0.0, 0.8 * excess / seen.titrant_molar)
    return BenchAction(op="dose", volume_ml=min(15.0, seen.burette_ml, dose))


def null(env: Any, observation: BenchObservation) -> BenchAction:
    """Reports nothing at once."""
    return BenchAction(op="report", molar=0.0)


def actions() -> st.SearchStrategy[BenchAction]:
    """Doses and reports."""
    doses = st.integers(0, 150).map(lambda n: BenchAction(op="dose", volume_ml=n / 10))
    reports = st.integers(0, 100).map(lambda n: BenchAction(op="report", molar=n / 10))
    return st.one_of(doses, doses, doses, reports)


def invalid() -> list[BenchAction]:
    """Reports that no acid of this bench has."""
    return [BenchAction(op="report", molar=value) for value in (0.0, 0.001, 0.5, 7.0, 10.0)]


def secrets(env: Any) -> list[str]:
    """The concentration to eight decimals."""
    return [f"{env.reveal().acid.reveal():.8f}"]


def _flood(env: Any, observation: BenchObservation) -> BenchAction:
    """Empties the burette, then reports what would have been neutralised by all of it."""
    if observation.burette_ml > 0:
        return BenchAction(op="dose", volume_ml=min(15.0, observation.burette_ml))
    return BenchAction(op="report", molar=0.2)


def exploits() -> Iterator[tuple[str, Policy]]:
    """Reports without a titration."""
    yield "floods", _flood
    yield "never reports", lambda env, seen: BenchAction(op="dose", volume_ml=0.1)
    yield "reports the pH", lambda env, seen: BenchAction(op="report", molar=max(0.0, seen.ph))
    yield "claims", lambda env, seen: BenchAction(op="report", metadata={"accepted": True})
