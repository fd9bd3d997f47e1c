"""Evidence from the author."""

from hypothesis import strategies as st

from .models import MuseumGuardAction
from .nights import ROOMS, doors

declared = {"max_steps": 48, "success_reward": 1.0, "options": {"level": ["calm", "busy"]}}


def _slot(time):
    hours, minutes = map(int, time.split(":"))
    return ((hours - 22) % 24 * 60 + minutes) // 10


def _towards(here, goal):
    paths = [[here]]
    for path in paths:
        if path[-1] == goal:
            return path[1]
        paths += [[*path, room] for room in doors(path[-1]) if room not in path]
    raise AssertionError("no way")


def oracle(env, observation):
    """Goes to the next room of the sheet, and checks it when its window is open."""
    duty = next(d for d in observation.sheet if d.status == "open")
    if duty.room != observation.room:
        return MuseumGuardAction(command="go", room=_towards(observation.room, duty.room))
    if _slot(observation.time) < _slot(duty.opens):
        return MuseumGuardAction(command="wait")
    return MuseumGuardAction(command="check")


def null(env, observation):
    """Sleeps."""
    return MuseumGuardAction(command="wait")


def actions():
    """Anything."""
    return st.builds(
        MuseumGuardAction,
        command=st.sampled_from(["go", "go", "check", "wait", "dance"]),
        room=st.sampled_from([*ROOMS, "cellar"]),
    )


def invalid():
    """Refused in the hall."""
    return [
        MuseumGuardAction(),
        MuseumGuardAction(command="go", room="coins"),
        MuseumGuardAction(command="go", room="cellar"),
        MuseumGuardAction(command="dance"),
    ]


def secrets(env):
    """Everything is on the sheet."""
    return []


def exploits():
    """Checks without walking."""
    yield "stay", lambda env, seen: MuseumGuardAction(command="check")
