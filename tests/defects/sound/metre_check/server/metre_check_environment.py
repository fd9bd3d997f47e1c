"""One question about one line, and the reward."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
    hold_out,
)

from ..models import MetreAnswer, MetreObservation
from ..scansion import METRES, make_line

NAME_IT = (
    "Which metre is this line in? Answer with a line such as `METRE: kind length` "
    "(kind of foot, then the word for the number of feet)."
)
FIND_IT = (
    "One foot of this line is backwards. Answer with a line such as `METRE: kind length` for the "
    "metre that the rest is in, and a line `FOOT: number` for that foot, counted from 1."
)
_METRE = re.compile(
    r"^[ \t]*METRE:[ \t]*(\w+[ \t]+\w+)[ \t]*\.?[ \t]*$", re.MULTILINE | re.IGNORECASE
)
_FOOT = re.compile(r"^[ \t]*FOOT:[ \t]*([1-9])[ \t]*\.?[ \t]*$", re.MULTILINE | re.IGNORECASE)


@dataclass
class Verse:
    """Everything that belongs to an episode."""

    metre: Secret[str]
    broken: int
    line: str
    metre_right: bool = False
    foot_right: bool = False
    readable: bool = False


def tasks() -> TaskSet[tuple[str, int]]:
    """Twenty lines for each metre; a fifth of them is held out."""
    lines = [(metre, number) for metre in METRES for number in range(20)]
    train, test = {}, {}
    for level in (1, 2):
        train[level], test[level] = hold_out(lines, len(lines) // 5, seed=7)
    return TaskSet({"train": train, "test": test})


class MetreEnvironment(VerifiedEnvironment[MetreAnswer, MetreObservation, VerifiedState, Verse]):
    """Name the metre of a line; at level 2 find its broken foot too."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column(
            "right",
            lambda t: float(t.facts["metre_right"] and t.facts["foot_right"]),
            kind="outcome",
        ),
        Column("readable", lambda t: float(t.facts["readable"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Verse, MetreObservation]:
        """Write the line of the task; its words do not depend on the seed."""
        assert setup.task is not None
        metre, number = setup.task.payload
        broken = setup.task.level == 2
        line = make_line(Random(f"{metre} {number} {broken}"), metre, broken=broken)
        verse = Verse(Secret(metre), line.broken, line.text)
        return verse, MetreObservation(line=line.text, question=FIND_IT if broken else NAME_IT)

    def advance(self, verse: Verse, action: MetreAnswer) -> MetreObservation:
        """Read the answer lines."""
        text = "\n".join(action.text.splitlines())
        metres = [" ".join(found.lower().split()) for found in _METRE.findall(text)]
        feet = [int(found) for found in _FOOT.findall(text)]
        verse.metre_right = metres == [verse.metre.reveal()]
        verse.foot_right = feet == ([verse.broken] if verse.broken else [])
        verse.readable = bool(metres)
        note = "answer read" if metres else "no line `METRE: ...` was found"
        return MetreObservation(line=verse.line, note=note, done=True)

    def facts(self, verse: Verse) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {
            "metre_right": verse.metre_right,
            "foot_right": verse.foot_right,
            "readable": verse.readable,
        }
