"""Evidence from the author of the pattern."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import KnitAction, PatternObservation

Policy = Callable[[Any, PatternObservation], KnitAction]

declared = {"max_steps": 3, "success_reward": 1.0}


def _plain(text: str) -> str:
    """A written row, stitch by stitch."""
    text = re.sub(r"([kp])(\d+)", lambda m: m[1] * int(m[2]), text)
    text = re.sub(r"\(([kp ]+)\)x(\d+)", lambda m: m[1] * int(m[2]), text)
    return text.replace(" ", "")


def oracle(env: Any, observation: PatternObservation) -> KnitAction:
    """Write out the row, and turn it over if it is even."""
    if not observation.row:
        return KnitAction()
    pattern = observation.pattern
    stitches = _plain(pattern[(observation.row - 1) % len(pattern)])
    if observation.row % 2 == 0:
        stitches = "".join("kp"[stitch == "k"] for stitch in reversed(stitches))
    return KnitAction(stitches=stitches)


def null(env: Any, observation: PatternObservation) -> KnitAction:
    """No stitches."""
    return KnitAction()


def actions() -> st.SearchStrategy[KnitAction]:
    """Stitches."""
    return st.text("kp", max_size=40).map(lambda text: KnitAction(stitches=text))


def invalid() -> list[KnitAction]:
    """Not rows."""
    return [KnitAction(), KnitAction(stitches="x"), KnitAction(stitches="k2 p2")]


def secrets(env: Any) -> list[str]:
    """The pattern lies open."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Rows without thought."""
    yield "as written", lambda env, seen: KnitAction(stitches=seen.pattern[0])
    yield "all knit", lambda env, seen: KnitAction(stitches="k" * 20)
