"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .depot import WAYS, route
from .models import DepotObservation, RobotAction

Policy = Callable[[Any, DepotObservation], RobotAction]

# At most 9 ways of 20 cells, 4 times pick and drop, and 8 spare steps.
declared = {"max_steps": 196, "success_reward": 1.0, "options": {"parcels": [2, 3, 4]}}


def oracle(env: Any, observation: DepotObservation) -> RobotAction:
    """Delivers one parcel after the other."""
    seen = observation
    if seen.carries:
        goal, act = seen.bays[seen.carries], "drop"
    else:
        waiting = [name for name, cell in seen.parcels.items() if cell != seen.bays[name]]
        goal, act = seen.parcels[waiting[0]], "pick"
    way = route(seen.robot, goal, seen.shelves)
    return RobotAction(command=way[0] if way else act)


def null(env: Any, observation: DepotObservation) -> RobotAction:
    """Gives no command."""
    return RobotAction()


def actions() -> st.SearchStrategy[RobotAction]:
    """Commands."""
    return st.sampled_from([*WAYS, "pick", "drop"]).map(lambda text: RobotAction(command=text))


def invalid() -> list[RobotAction]:
    """No commands."""
    texts = ("", "up", "north north", "deliver", "pick P1", "teleport")
    return [RobotAction(command=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """Everything is open."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Commands without a plan."""
    yield "drops", lambda env, seen: RobotAction(command="drop")
    yield (
        "picks and drops",
        lambda env, seen: RobotAction(command="drop" if seen.carries else "pick"),
    )
    yield (
        "round and round",
        lambda env, seen: RobotAction(command=list(WAYS)[seen.steps_left % 4]),
    )
