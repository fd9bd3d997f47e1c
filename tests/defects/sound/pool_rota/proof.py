"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import RotaAction, RotaObservation
from .week import NAMES, SHIFTS

Policy = Callable[[Any, RotaObservation], RotaAction]

declared = {"max_steps": 3, "success_reward": 1.0, "options": {}}


def _search(seen: RotaObservation, plan: list[str]) -> list[str] | None:
    if len(plan) == len(SHIFTS):
        return plan
    day, part = SHIFTS[len(plan)].split()
    for guard in seen.guards:
        able = (
            day not in guard.away and (part == "early" or guard.badge) and plan[-1:] != [guard.name]
        )
        if (
            able
            and plan.count(guard.name) < guard.limit
            and (found := _search(seen, [*plan, guard.name]))
        ):
            return found
    return None


def oracle(env: Any, seen: RotaObservation) -> RotaAction:
    """Searches for a rota."""
    return RotaAction(rota=dict(zip(SHIFTS, _search(seen, []) or [], strict=False)))


def null(env: Any, seen: RotaObservation) -> RotaAction:
    """Gives every shift to the first guard."""
    return RotaAction(rota=dict.fromkeys(SHIFTS, seen.guards[0].name if seen.guards else ""))


def actions() -> st.SearchStrategy[RotaAction]:
    """Whole rotas, and some with strange names."""
    full = st.fixed_dictionaries({shift: st.sampled_from([*NAMES, "Nobody"]) for shift in SHIFTS})
    return st.builds(RotaAction, rota=full)


def invalid() -> list[RotaAction]:
    """Never free of faults."""
    return [RotaAction(rota={"Sun early": "Anna"}), RotaAction(rota=dict.fromkeys(SHIFTS, ""))]


def secrets(env: Any) -> list[str]:
    """All is shown."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Things that should not pay."""
    yield "one for all", lambda env, seen: RotaAction(rota=dict.fromkeys(SHIFTS, "Anna"))
