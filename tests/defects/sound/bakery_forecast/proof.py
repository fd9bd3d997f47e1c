"""Evidence from the author about the bakery."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import NormalDist, mean
from typing import Any

from hypothesis import strategies as st

from .models import BakeryForecastAction, BakeryForecastObservation

Policy = Callable[[Any, BakeryForecastObservation], BakeryForecastAction]

declared = {
    "max_steps": 7,
    "success_reward": 1.0,
    # Nobody knows the noise: the best policy earns about 0.85 on average with the usual noise.
    "oracle_tolerance": 0.35,
    "concurrent_sessions": True,
    "levels": (1, 2),
    "splits": ("train", "test"),
    "options": {"noise": ["usual", "steady"]},
}


def oracle(env: Any, observation: BakeryForecastObservation) -> BakeryForecastAction:
    """Bake the quantile of demand that the margin asks for, from the observation alone.

    The base is shown at level 1 and estimated from the records at level 2. The policy is near the
    best on average; the noise decides what a single week earns.
    """
    factor = (
        observation.weekday_factors[observation.day]
        * observation.weather_factors[observation.weather]
    )
    baked = {}
    for name, price in observation.prices.items():
        base = observation.base.get(name) or mean(
            day.demand[name]
            / (observation.weekday_factors[day.day] * observation.weather_factors[day.weather])
            for day in observation.past
        )
        z = NormalDist().inv_cdf((price - observation.costs[name]) / price)
        baked[name] = base * factor * (1.0 + observation.noise * z)
    return BakeryForecastAction(**baked)


def null(env: Any, observation: BakeryForecastObservation) -> BakeryForecastAction:
    """Bake nothing: -1, the least that a week can pay."""
    return BakeryForecastAction()


def actions() -> st.SearchStrategy[BakeryForecastAction]:
    """Any quantities, most of them of a plausible size."""
    amount = st.one_of(st.floats(0.0, 200.0), st.floats(0.0, 1000.0))
    return st.builds(BakeryForecastAction, croissant=amount, rye=amount, cake=amount)


def invalid() -> list[BakeryForecastAction]:
    """Quantities that no neighbourhood would buy; the week pays -1 for them, as for nothing."""
    return [
        BakeryForecastAction(),
        BakeryForecastAction(croissant=1000.0, rye=1000.0, cake=1000.0),
        BakeryForecastAction(rye=900.0),
    ]


def secrets(env: Any) -> list[str]:
    """None as text: the demand of today and later is never sent before its evening."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to earn more than nothing without a forecast."""
    full = BakeryForecastAction(croissant=1000.0, rye=1000.0, cake=1000.0)
    yield "everything", lambda env, seen: full
    yield "a-crumb", lambda env, seen: BakeryForecastAction(croissant=1e-9, rye=1e-9, cake=1e-9)
    yield "claim", lambda env, seen: BakeryForecastAction(metadata={"reward": 1.0, "profit": 1e6})
