"""The information desk of a bus company: five questions on one timetable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from hallmark_rl.sdk import Column, Reward, Setup, SetupError, VerifiedEnvironment, VerifiedState

from ..models import BusAnswer, BusQuestion
from ..network import LINES_AT, Line, Question, clock, draw_day

QUESTIONS = 5
LETTERS = "ABCD"


@dataclass
class Desk:
    """Everything that changes during an episode."""

    lines: list[Line]
    sheet: list[Question]
    asked: int = 0
    right: int = 0


class BusDeskEnvironment(VerifiedEnvironment[BusAnswer, BusQuestion, VerifiedState, Desk]):
    """Answer five travellers; `reset(level=1..3)` chooses the size of the city."""

    max_steps = QUESTIONS
    step_timeout_s = 5.0
    reward = Reward(
        Column("answered", lambda t: t.facts["right"] / QUESTIONS, kind="outcome"),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Desk, BusQuestion]:
        """Draw a city and the questions of the travellers."""
        level = 1 if setup.level is None else setup.level
        if level not in LINES_AT:
            raise SetupError(f"level must be one of {sorted(LINES_AT)}")
        desk = Desk(*draw_day(rng, level, QUESTIONS))
        return desk, _show(desk)

    def advance(self, desk: Desk, action: BusAnswer) -> BusQuestion:
        """Mark the answer and show the next question."""
        question = desk.sheet[desk.asked]
        right = action.choice == LETTERS[question.right]
        desk.asked += 1
        desk.right += right
        return _show(desk, "right" if right else "wrong")

    def facts(self, desk: Desk) -> Mapping[str, Any]:
        """What the reward reads."""
        return {"right": desk.right}


def _show(desk: Desk, last: Literal["", "right", "wrong"] = "") -> BusQuestion:
    timetable = [line.text() for line in desk.lines]
    if desk.asked == len(desk.sheet):
        return BusQuestion(timetable=timetable, number=desk.asked, last_answer=last, done=True)
    question = desk.sheet[desk.asked]
    return BusQuestion(
        timetable=timetable,
        number=desk.asked + 1,
        question=f"It is {clock(question.now)} at {question.start}. "
        f"Which bus brings me to {question.end} first?",
        options=[
            f"{letter}. line {line} at {clock(minute)}"
            for letter, (line, minute) in zip(LETTERS, question.options, strict=True)
        ],
        last_answer=last,
    )
