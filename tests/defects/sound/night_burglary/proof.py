"""Evidence from the author of Night Burglary."""

from typing import Any

from hypothesis import strategies as st

from .cases import LEVELS, NAMES, ROOMS, TRACES
from .models import BurglaryAction, BurglaryObservation

declared = {
    "max_steps": 10,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": tuple(LEVELS),
    "options": {"split": ["train", "test"]},
}


def oracle(env: Any, observation: BurglaryObservation) -> BurglaryAction:
    """From the observation alone: examine every room, and accuse whom all traces fit."""
    unseen = [room for room in observation.rooms if room not in observation.traces]
    if unseen:
        return BurglaryAction(kind="examine", target=unseen[0])
    found = set(observation.traces.values())
    fitting = [
        suspect.name
        for suspect in observation.suspects
        if sum(text.format(getattr(suspect, trait)) in found for trait, text in TRACES.items())
        == len(observation.rooms) - 1
    ]
    return BurglaryAction(kind="accuse", target=fitting[0])


def null(env: Any, observation: BurglaryObservation) -> BurglaryAction:
    """Stand in the hall."""
    return BurglaryAction()


def actions() -> st.SearchStrategy[BurglaryAction]:
    """Rooms and names, of this case or not."""
    rooms = st.sampled_from(ROOMS).map(lambda room: BurglaryAction(kind="examine", target=room))
    names = st.sampled_from(NAMES).map(lambda name: BurglaryAction(kind="accuse", target=name))
    return st.one_of(rooms, rooms, rooms, names)


def invalid() -> list[BurglaryAction]:
    """Rooms and people that do not exist."""
    return [
        BurglaryAction(kind="examine", target="attic"),
        BurglaryAction(kind="accuse", target=""),
        BurglaryAction(kind="accuse", target="The butler"),
        BurglaryAction(kind="accuse", target="Ada Pell, Basil Crane, Clara Voss"),
    ]


def secrets(env: Any) -> list[str]:
    """None: the culprit is one of the suspects who are listed."""
    return []


def exploits():
    """Policies that accuse everybody at once, or only look around."""
    yield (
        "everybody",
        lambda env, seen: BurglaryAction(
            kind="accuse", target=", ".join(each.name for each in seen.suspects)[:40]
        ),
    )
    yield "one room", lambda env, seen: BurglaryAction(kind="examine", target=seen.rooms[0])
    yield "claims", lambda env, seen: BurglaryAction(metadata={"solved": True, "reward": 1.0})
