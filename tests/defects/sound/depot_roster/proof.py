"""Evidence from the author: how a day is rostered, and what must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .depot import NAMES, SIZES
from .models import Driver, Duty, RosterAction, RosterObservation

Policy = Callable[[Any, RosterObservation], RosterAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": tuple(SIZES)}


def oracle(env: Any, observation: RosterObservation) -> RosterAction:
    """Searches for a roster, from the observation alone."""
    found = _search(observation, 0, {driver.name: [] for driver in observation.drivers})
    return RosterAction(roster=found or {})


def _search(
    seen: RosterObservation, place: int, taken: dict[str, list[Duty]]
) -> dict[str, str] | None:
    if place == len(seen.duties):
        return {str(duty.number): name for name, duties in taken.items() for duty in duties}
    duty = seen.duties[place]
    for driver in seen.drivers:
        if _allowed(driver, duty, taken[driver.name], seen.rest_minutes):
            taken[driver.name].append(duty)
            found = _search(seen, place + 1, taken)
            if found is not None:
                return found
            taken[driver.name].pop()
    return None


def _allowed(driver: Driver, duty: Duty, before: list[Duty], rest: int) -> bool:
    inside = driver.signs_on <= duty.starts and duty.ends <= driver.signs_off
    rested = not before or _minutes(duty.starts) - _minutes(before[-1].ends) >= rest
    wheel = sum(_minutes(each.ends) - _minutes(each.starts) for each in (*before, duty))
    return duty.bus in driver.licences and inside and rested and wheel <= driver.most_minutes


def _minutes(clock: str) -> int:
    return int(clock[:2]) * 60 + int(clock[3:])


def null(env: Any, observation: RosterObservation) -> RosterAction:
    """An empty roster."""
    return RosterAction()


def actions() -> st.SearchStrategy[RosterAction]:
    """Rosters of any duties and drivers."""
    numbers = st.integers(101, 820).map(str)
    return st.dictionaries(numbers, st.sampled_from(NAMES), max_size=10).map(
        lambda roster: RosterAction(roster=roster)
    )


def invalid() -> list[RosterAction]:
    """Rosters that no day allows."""
    rosters: list[dict[str, str]] = [{}, {"": ""}, {"1": "Asha"}, {"101": ""}, {"all": "Asha"}]
    return [RosterAction(roster=roster) for roster in rosters]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden: the difficulty is to find a roster."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that hand in something that looks like a roster."""
    yield "one driver", lambda env, seen: _everyone(seen, lambda place: 0)
    yield "in rotation", lambda env, seen: _everyone(seen, lambda place: place)
    yield "first that fits", _first_that_fits
    yield "claims", lambda env, seen: RosterAction(metadata={"valid": True, "reward": 1.0})


def _everyone(seen: RosterObservation, choose: Callable[[int], int]) -> RosterAction:
    names = [driver.name for driver in seen.drivers]
    chosen = {
        str(duty.number): names[choose(place) % len(names)]
        for place, duty in enumerate(seen.duties)
    }
    return RosterAction(roster=chosen)


def _first_that_fits(env: Any, seen: RosterObservation) -> RosterAction:
    """Gives each duty to the first driver who may take it."""
    taken: dict[str, list[Duty]] = {driver.name: [] for driver in seen.drivers}
    for duty in seen.duties:
        for driver in seen.drivers:
            if _allowed(driver, duty, taken[driver.name], seen.rest_minutes):
                taken[driver.name].append(duty)
                break
    roster = {str(duty.number): name for name, duties in taken.items() for duty in duties}
    return RosterAction(roster=roster)
