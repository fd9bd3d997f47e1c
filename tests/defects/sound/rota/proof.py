"""The author's evidence for the rota."""

from typing import Any

from env import MAX_TOURS, Duty, RotaAction

declared = {"max_steps": 1, "levels": (1, 2, 3)}


def _lead(tours: list[int], guides: list[Any], led: dict[str, int]) -> list[Duty] | None:
    """Duties for the tours, with the tours that guides lead already."""
    if not tours:
        return []
    for guide in guides:
        if tours[0] in guide.speaks and led.get(guide.name, 0) < MAX_TOURS:
            rest = _lead(tours[1:], guides, {**led, guide.name: led.get(guide.name, 0) + 1})
            if rest is not None:
                return [Duty(tour=tours[0], guide=guide.name), *rest]
    return None


def oracle(env: Any, observation: Any) -> RotaAction:
    """Tries guides until each tour has one."""
    return RotaAction(duties=_lead(observation.tours, observation.guides, {}) or [])


def null(env: Any, observation: Any) -> RotaAction:
    """Nobody leads anything."""
    return RotaAction()
