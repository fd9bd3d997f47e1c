"""Evidence from the author."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import MixAction, MixObservation
from .songs import TRACKS

Policy = Callable[[Any, MixObservation], MixAction]

declared = {"max_steps": 8, "success_reward": 1.0, "options": {}}


def oracle(env: Any, seen: MixObservation) -> MixAction:
    """Moves every fader by the difference, and delivers."""
    if seen.message == "moved":
        return MixAction(mode="bounce")
    lead = float(re.findall(r"-?[0-9.]+", seen.brief[0])[0])
    faders = {"vocals": lead - seen.meters["vocals"]}
    for line in seen.brief[1:]:
        name, by, _, way, *_ = line.split()
        wanted = lead + float(by) * (1 if way == "above" else -1)
        faders[name] = wanted - seen.meters[name]
    return MixAction(mode="set", faders={n: max(-20.0, min(10.0, x)) for n, x in faders.items()})


def null(env: Any, seen: MixObservation) -> MixAction:
    """Only refused actions; the mix is never touched."""
    return MixAction(mode="listen")


def actions() -> st.SearchStrategy[MixAction]:
    """Moves and deliveries."""
    return st.builds(
        MixAction,
        mode=st.sampled_from(["set", "set", "set", "bounce", "mute"]),
        faders=st.dictionaries(st.sampled_from([*TRACKS, "banjo"]), st.floats(-20, 10), max_size=6),
    )


def invalid() -> list[MixAction]:
    """Refused."""
    return [MixAction(), MixAction(mode="set"), MixAction(mode="set", faders={"banjo": 1.0})]


def secrets(env: Any) -> list[str]:
    """Numbers only."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Things that should not pay."""
    yield "all up", lambda env, seen: MixAction(mode="set", faders=dict.fromkeys(seen.faders, 10.0))
    yield (
        "all down",
        lambda env, seen: MixAction(mode="set", faders=dict.fromkeys(seen.faders, -20.0)),
    )
