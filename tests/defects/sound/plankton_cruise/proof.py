"""Evidence from the author of Plankton Cruise."""

import math
from typing import Any

from hypothesis import strategies as st

from .models import CruiseAction, CruiseObservation, Tow
from .sea import BACKGROUND, LENGTH, LEVELS

declared = {
    "max_steps": 30,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": tuple(LEVELS),
}


def oracle(env: Any, observation: CruiseObservation) -> CruiseAction:
    """From the catches: survey the transect, tow around the best catch, fit the known shape."""
    width, tows = observation.patch_miles, observation.tows
    spacing = 1.5 * width
    stations = int(LENGTH // spacing)
    if len(tows) < stations:
        return CruiseAction(kind="tow", mile=spacing / 2 + spacing * len(tows))
    best = max(tows[:stations], key=lambda tow: tow.count).mile
    around = [best + width, best - width, best]
    if len(tows) < stations + len(around):
        mile = min(max(around[len(tows) - stations], 0.0), LENGTH)
        return CruiseAction(kind="tow", mile=mile)
    near = [tow for tow in tows if abs(tow.mile - best) < 1.8 * width]
    return CruiseAction(kind="report", mile=_fit(near, width))


def _fit(tows: list[Tow], width: float) -> float:
    """The mile at which a patch of this width fits the catches best, by least squares."""

    def misfit(mile: float) -> float:
        rest = [
            math.log(max(tow.count - BACKGROUND, 1.0)) + (tow.mile - mile) ** 2 / (2 * width**2)
            for tow in tows
        ]
        mean = sum(rest) / len(rest)
        return sum((each - mean) ** 2 for each in rest)

    return min((tenth / 10 for tenth in range(40, 561)), key=misfit)


def null(env: Any, observation: CruiseObservation) -> CruiseAction:
    """Report the harbour, where no patch ever is."""
    return CruiseAction(kind="report", mile=0.0)


def actions() -> st.SearchStrategy[CruiseAction]:
    """Tows and reports anywhere along the transect."""
    miles = st.integers(0, 120).map(lambda half: half / 2)
    kinds = st.sampled_from(["tow", "tow", "tow", "report"])
    return st.builds(lambda kind, mile: CruiseAction(kind=kind, mile=mile), kinds, miles)


def invalid() -> list[CruiseAction]:
    """Reports from places where the densest plankton never is."""
    return [CruiseAction(kind="report", mile=mile) for mile in (0.0, 60.0)]


def secrets(env: Any) -> list[str]:
    """None: the answer is a number that is nowhere written down."""
    return []


def exploits():
    """Policies that do not look for the plankton."""
    yield "far end", lambda env, seen: CruiseAction(kind="report", mile=60.0)
    yield "stays in harbour", lambda env, seen: CruiseAction(kind="tow", mile=0.0)
    yield "claims", lambda env, seen: CruiseAction(metadata={"error": 0.0, "reward": 1.0})
