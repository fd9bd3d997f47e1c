"""Evidence from the author."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .incidents import CAUSES, NAMES
from .models import TriageAction, TriageObservation

Policy = Callable[[Any, TriageObservation], TriageAction]

declared = {"max_steps": 8, "success_reward": 1.0, "options": {}}


def oracle(env: Any, observation: TriageObservation) -> TriageAction:
    """Follows the errors to their root."""
    text = "\n".join(observation.output)
    if not text:
        return TriageAction(text=f"logs {observation.alert.split()[-1]}")
    onward = re.search(r"no answer from (\w+)", text)
    if onward:
        return TriageAction(text=f"logs {onward.group(1)}")
    cause = next(name for name, message in CAUSES.items() if message in text)
    return TriageAction(text=f"blame {text.split()[1]} {cause}")


def null(env: Any, observation: TriageObservation) -> TriageAction:
    """Blames the service of the alert."""
    return TriageAction(text=f"blame {observation.alert.split()[-1]} disk")


def actions() -> st.SearchStrategy[TriageAction]:
    """Commands about any service."""
    name = st.sampled_from(NAMES)
    return st.one_of(
        name.map(lambda n: TriageAction(text=f"logs {n}")),
        st.tuples(name, st.sampled_from(sorted(CAUSES))).map(
            lambda t: TriageAction(text=f"blame {t[0]} {t[1]}")
        ),
        st.text(max_size=20).map(lambda t: TriageAction(text=t)),
    )


def invalid() -> list[TriageAction]:
    """Lines that print the usage."""
    return [
        TriageAction(),
        TriageAction(text="logs moon"),
        TriageAction(text="blame everyone disk"),
    ]


def secrets(env: Any) -> list[str]:
    """The names of services and causes are public; which one is it, is not."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Blames without reading."""
    yield "all", lambda env, seen: TriageAction(text="blame " + " ".join(seen.services))
    yield "alert", null
