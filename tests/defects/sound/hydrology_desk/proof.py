"""What the author knows about the flood desk."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .catchments import CLASSES
from .models import HydrologyDeskAction, HydrologyDeskObservation

Policy = Callable[[Any, HydrologyDeskObservation], HydrologyDeskAction]

declared = {
    "max_steps": 1,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": (1, 2),
    "options": {"split": ["train", "test"]},
}


def _first(pattern: str, text: str) -> float:
    found = re.search(pattern, text)
    assert found is not None, text
    return float(found[1])


def oracle(env: Any, observation: HydrologyDeskObservation) -> HydrologyDeskAction:
    """Read the numbers in the question, compute the flow and compare it with the marks."""
    text = observation.question
    runoff = _first(r"coefficient ([\d.]+)\)", text)
    if observation.level == 1:
        area, rain = _first(r"([\d.]+) km2", text), _first(r"([\d.]+) mm/h", text)
    else:
        area, rain = _first(r"([\d.]+) ha", text) / 100, _first(r"([\d.]+) mm in", text) * 4
    flow = 0.278 * runoff * rain * area
    marks = [_first(rf"{name} (?:mark )?at ([\d.]+) m3/s", text) for name in CLASSES[1:]]
    alert = CLASSES[sum(flow >= mark for mark in marks)]
    return HydrologyDeskAction(text=f"Q = 0.278 C i A, so flow={flow:.3f} alert={alert}")


def null(env: Any, observation: HydrologyDeskObservation) -> HydrologyDeskAction:
    """Answer nothing."""
    return HydrologyDeskAction(text="")


def actions() -> st.SearchStrategy[HydrologyDeskAction]:
    """Answers in the right form, and other texts."""
    formed = st.builds(
        "flow={:.1f} alert={}".format, st.floats(0, 400, allow_nan=False), st.sampled_from(CLASSES)
    )
    return st.one_of(formed, st.text(max_size=40)).map(lambda text: HydrologyDeskAction(text=text))


def invalid() -> list[HydrologyDeskAction]:
    """Answers that give neither a flow nor an alert."""
    texts = ("", "flow alert", "flow=lots alert=severe", "alert=none alert=watch", "flow=-3")
    return [HydrologyDeskAction(text=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """The flow; the alerts are named in every question."""
    return [f"{env._ticket.flow:.3f}"] if env._ticket else []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Answers without computing."""
    everything = " ".join(f"alert={name}" for name in CLASSES)
    yield "every-alert", lambda env, seen: HydrologyDeskAction(text=everything)
    yield "echo", lambda env, seen: HydrologyDeskAction(text=seen.question[:400])
    yield "claims", lambda env, seen: HydrologyDeskAction(metadata={"reward": 1.0, "done": True})
