"""Evidence of the author: three tests tell the classes apart; guesses earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .laboratory import CHART, LEVELS, TESTS
from .models import SoilAction, SoilReport

Policy = Callable[[Any, SoilReport], SoilAction]

declared = {"max_steps": 8, "success_reward": 1.0, "levels": tuple(LEVELS)}

_NEEDED = ("sieve", "ph", "burn")


def oracle(env: Any, observation: SoilReport) -> SoilAction:
    """Sieve, measure the ph, burn; then take the class that is nearest in all three."""
    done = {reading.test: reading.value for reading in observation.readings}
    for test in _NEEDED:
        if test not in done:
            return SoilAction(kind="test", test=test)

    def distance(soil: str) -> float:
        typical = observation.chart[soil]
        return sum(
            abs(done[test] - typical[TESTS[test].measures]) / observation.errors[test]
            for test in _NEEDED
        )

    return SoilAction(kind="classify", soil=min(observation.chart, key=distance))


def null(env: Any, observation: SoilReport) -> SoilAction:
    """Order nothing."""
    return SoilAction()


def actions() -> st.SearchStrategy[SoilAction]:
    """Tests and classes."""
    tests = st.sampled_from(sorted(TESTS)).map(lambda test: SoilAction(test=test))
    classes = st.one_of(st.sampled_from(sorted(CHART)), st.text(max_size=8))
    return st.one_of(tests, classes.map(lambda soil: SoilAction(kind="classify", soil=soil)))


def invalid() -> list[SoilAction]:
    """Classes that do not exist."""
    return [
        SoilAction(kind="classify", soil=text)
        for text in ("", "soil", "podzol, rendzina", "loess  loam", "chernozem|podzol")
    ]


def secrets(env: Any) -> list[str]:
    """Nothing as a text: the chart names every class."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Classifications without tests."""
    yield "always-podzol", lambda env, seen: SoilAction(kind="classify", soil="podzol")
    yield "all", lambda env, seen: SoilAction(kind="classify", soil=",".join(seen.chart)[:40])
    yield "claims", lambda env, seen: SoilAction(kind="classify", metadata={"reward": 1.0})
