"""Evidence from the author: how a morning is planned, and what must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import Order, PlanAction, PlanObservation
from .ovens import BREADS, LEVELS, OVENS, clock
from .server.oven_schedule_environment import PLANS

Policy = Callable[[Any, PlanObservation], PlanAction]
Free = dict[str, tuple[int, int]]

declared = {"max_steps": PLANS, "success_reward": 1.0, "levels": tuple(LEVELS)}


def oracle(env: Any, observation: PlanObservation) -> PlanAction:
    """Searches for a plan, from the observation alone."""
    lines = _search(observation, list(observation.orders), {}, [])
    return PlanAction(plan="\n".join(lines or []))


def _search(
    seen: PlanObservation, left: list[Order], free: Free, lines: list[str]
) -> list[str] | None:
    """Complete a plan: one of the orders next, in one of the ovens, as early as possible."""
    if not left:
        return lines
    soonest = min(_ready(seen, free, oven, None) for oven in seen.ovens)
    if any(soonest + order.minutes > _minutes(order.due) for order in left):
        return None
    for order in sorted(left, key=lambda order: order.due):
        for oven in seen.ovens:
            start = _ready(seen, free, oven, order.degrees)
            end = start + order.minutes
            if end > _minutes(order.due):
                continue
            others = [each for each in left if each is not order]
            line = f"{clock(start)} {oven} {order.name}"
            after = {**free, oven: (end, order.degrees)}
            found = _search(seen, others, after, [*lines, line])
            if found is not None:
                return found
    return None


def _ready(seen: PlanObservation, free: Free, oven: str, degrees: int | None) -> int:
    if oven not in free:
        return _minutes(seen.opens)
    end, before = free[oven]
    return end + (seen.reload_minutes if degrees in (None, before) else seen.heat_minutes)


def _minutes(text: str) -> int:
    return 60 * int(text[:2]) + int(text[3:])


def null(env: Any, observation: PlanObservation) -> PlanAction:
    """An empty plan."""
    return PlanAction(plan="")


def actions() -> st.SearchStrategy[PlanAction]:
    """Plans with lines of the right form, and other texts."""
    names = st.builds("{}-{}".format, st.sampled_from(sorted(BREADS)), st.integers(1, 8))
    starts = st.integers(240, 600).map(clock)
    lines = st.builds("{} {} {}".format, starts, st.sampled_from(OVENS), names)
    plans = st.one_of(st.lists(lines, max_size=8).map("\n".join), st.text(max_size=40))
    return plans.map(lambda plan: PlanAction(plan=plan))


def invalid() -> list[PlanAction]:
    """Plans that no morning allows."""
    plans = ("", "04:00 A", "04:00 C rye-1", "3 A rye-1", "24:00 A rye-1", "03:00 A rye-1", "*")
    return [PlanAction(plan=plan) for plan in plans]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden: the difficulty is to find a plan."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that hand in something that looks like a plan."""
    yield "everything at once", lambda env, seen: _every(seen, lambda place: seen.opens)
    yield "one order", lambda env, seen: PlanAction(plan=f"{seen.opens} A {seen.orders[0].name}")
    yield "before it opens", lambda env, seen: _every(seen, lambda place: f"0{place % 4}:00")
    yield "claims", lambda env, seen: PlanAction(metadata={"problem": "", "reward": 1.0})


def _every(seen: PlanObservation, start: Callable[[int], str]) -> PlanAction:
    lines = [
        f"{start(place)} {seen.ovens[place % 2]} {order.name}"
        for place, order in enumerate(seen.orders)
    ]
    return PlanAction(plan="\n".join(lines))
