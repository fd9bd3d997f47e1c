"""Evidence from the author of Bus Desk."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import BusAnswer, BusQuestion

Policy = Callable[[Any, BusQuestion], BusAnswer]

declared = {"max_steps": 5, "success_reward": 1.0, "levels": (1, 2, 3)}


def _minute(text: str) -> int:
    hours, minutes = text.split(":")
    return int(hours) * 60 + int(minutes)


def oracle(env: Any, observation: BusQuestion) -> BusAnswer:
    """Reads the timetable and takes the option that arrives first, from the observation alone."""
    asked = re.fullmatch(
        r"It is (\S+) at (.+)\. Which bus brings me to (.+) first\?", observation.question
    )
    assert asked
    now, start, end = _minute(asked[1]), asked[2], asked[3]
    offsets = {}
    for row in observation.timetable:
        number, calls = re.match(r"line (\d+): ([^;]+);", row).groups()  # type: ignore[union-attr]
        offsets[number] = {
            c.rpartition(" +")[0]: int(c.rpartition("+")[2]) for c in calls.split(", ")
        }
    best = (10**6, "")
    for option in observation.options:
        letter, number, time = re.fullmatch(r"(\w)\. line (\d+) at (\S+)", option).groups()  # type: ignore[union-attr]
        line = offsets[number]
        if _minute(time) >= now and line.get(end, -1) > line[start]:
            best = min(best, (_minute(time) + line[end] - line[start], letter))
    return BusAnswer(choice=best[1])


def null(env: Any, observation: BusQuestion) -> BusAnswer:
    """Answers nothing."""
    return BusAnswer()


def actions() -> st.SearchStrategy[BusAnswer]:
    """Every choice."""
    return st.sampled_from(["", "A", "B", "C", "D"]).map(lambda choice: BusAnswer(choice=choice))


def invalid() -> list[BusAnswer]:
    """An answer that can never be right."""
    return [BusAnswer(choice="")]


def secrets(env: Any) -> list[str]:
    """None: the right letter is one of four that are always shown."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that know no timetable."""
    yield "claims", lambda env, seen: BusAnswer(metadata={"right": True, "reward": 1.0})
