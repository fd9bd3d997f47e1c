"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .forms import FIELDS, wrong_fields
from .models import BorderFormAction, BorderFormObservation

Policy = Callable[[Any, BorderFormObservation], BorderFormAction]

declared = {"max_steps": 12, "success_reward": 1.0}


def oracle(env: Any, observation: BorderFormObservation) -> BorderFormAction:
    """Checks the rules of the form, flags what breaks them, and submits."""
    missing = wrong_fields(observation.form) - set(observation.flagged)
    if missing:
        return BorderFormAction(command=f"flag {min(missing)}")
    return BorderFormAction(command="submit")


def null(env: Any, observation: BorderFormObservation) -> BorderFormAction:
    """Submits the form as it is."""
    return BorderFormAction(command="submit")


def actions() -> st.SearchStrategy[BorderFormAction]:
    """Commands, and texts that are none."""
    names = st.sampled_from((*FIELDS, "visa", "passport", "name"))
    return st.one_of(
        names.map(lambda name: f"flag {name}"),
        names.map(lambda name: f"unflag {name}"),
        st.just("submit"),
        st.text("flagsubmit ", max_size=12),
    ).map(lambda command: BorderFormAction(command=command))


def invalid() -> list[BorderFormAction]:
    """Commands that the desk does not understand."""
    return [
        BorderFormAction(command=text)
        for text in ("", "flag", "flag visa", "approve", "flag birth issue")
    ]


def secrets(env: Any) -> list[str]:
    """The names of the fields are public; there is no text to hide."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that do not read the form."""

    def flag_all(env: Any, seen: BorderFormObservation) -> BorderFormAction:
        left = [name for name in FIELDS if name not in seen.flagged]
        return BorderFormAction(command=f"flag {left[0]}" if left else "submit")

    yield "flag everything", flag_all
    yield "claims", lambda env, seen: BorderFormAction(command="submit", metadata={"exact": True})
