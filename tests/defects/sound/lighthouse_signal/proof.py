"""What the author knows about the lighthouse watch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .chart import LIGHTS, fits
from .models import LighthouseSignalAction, LighthouseSignalObservation

Policy = Callable[[Any, LighthouseSignalObservation], LighthouseSignalAction]

declared = {
    "max_steps": 8,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": (1, 2),
}


def _report(name: str) -> LighthouseSignalAction:
    return LighthouseSignalAction(command="report", name=name)


def oracle(env: Any, observation: LighthouseSignalObservation) -> LighthouseSignalAction:
    """Watch until one light alone explains the log, then report it; from the observation alone."""
    possible = [light for light in LIGHTS if fits(light, observation.log)]
    if len(possible) == 1 or not observation.watches_left:
        return _report(possible[0].name)
    return LighthouseSignalAction(command="watch")


def null(env: Any, observation: LighthouseSignalObservation) -> LighthouseSignalAction:
    """Report nothing."""
    return _report("")


def actions() -> st.SearchStrategy[LighthouseSignalAction]:
    """Watches, reports of every light, and other texts."""
    names = st.sampled_from([light.name for light in LIGHTS])
    return st.one_of(
        st.just(LighthouseSignalAction(command="watch")),
        st.one_of(names, st.text(max_size=12)).map(_report),
    )


def invalid() -> list[LighthouseSignalAction]:
    """Commands that never earn anything."""
    return [
        LighthouseSignalAction(command=""),
        LighthouseSignalAction(command="signal", name="Corran"),
        _report(""),
        _report("Atlantis"),
        _report("Corran, Dunmore"),
    ]


def secrets(env: Any) -> list[str]:
    """None as a text: every name is in the list of lights."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Reports without watching."""
    yield "first-light", lambda env, seen: _report("Arkholm")
    yield "whole-entry", lambda env, seen: _report(seen.lights[0] if seen.lights else "")
    yield (
        "claims",
        lambda env, seen: LighthouseSignalAction(
            command="report", metadata={"reward": 1.0, "done": True}
        ),
    )
