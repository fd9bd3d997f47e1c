"""Questions about a timetable, their answers, and how a reply is read."""

from __future__ import annotations

import re
from random import Random
from typing import NamedTuple

from .lines import TRIPS, Line, clock

LEVELS = (1, 2, 3)
_ANSWER = re.compile(r"^[ \t]*answer[ \t]*:[ \t]*(.*?)[ \t]*$", re.IGNORECASE | re.MULTILINE)


class Question(NamedTuple):
    """A question and the text of its answer: a time, or minutes."""

    text: str
    answer: str


def draw_questions(rng: Random, line: Line, level: int, count: int) -> list[Question]:
    """Different questions of one level."""
    drawn: dict[Question, None] = {}
    while len(drawn) < count:
        start, end = sorted(rng.sample(range(len(line.stops)), 2))
        drawn[_MAKERS[level](rng, line, start, end)] = None
    return list(drawn)


def _how_long(rng: Random, line: Line, start: int, end: int) -> Question:
    trip = rng.randrange(TRIPS)
    departs, arrives = line.times[start][trip], line.times[end][trip]
    text = (
        f"A bus leaves {line.stops[start]} at {clock(departs)}. "
        f"How many minutes does it take to {line.stops[end]}?"
    )
    return Question(text, str(arrives - departs))


def _last_departure(rng: Random, line: Line, start: int, end: int) -> Question:
    trip = rng.randrange(TRIPS)
    latest = line.times[end][trip] + rng.choice([0, 5, 12, 20])
    reached = [t for t in range(TRIPS) if line.times[end][t] <= latest]
    text = (
        f"You have to be at {line.stops[end]} by {clock(latest)}. "
        f"When does the last bus leave {line.stops[start]} that is in time?"
    )
    return Question(text, clock(line.times[start][reached[-1]]))


def _with_waiting(rng: Random, line: Line, start: int, end: int) -> Question:
    trip = rng.randrange(TRIPS)
    arrival = line.times[start][trip] - rng.randint(0, 30)
    taken = min(t for t in range(TRIPS) if line.times[start][t] >= arrival)
    text = (
        f"You come to {line.stops[start]} at {clock(arrival)} and take the next bus. How many "
        f"minutes later are you at {line.stops[end]}, the wait included?"
    )
    return Question(text, str(line.times[end][taken] - arrival))


_MAKERS = {1: _how_long, 2: _last_departure, 3: _with_waiting}


def is_right(question: Question, reply: str) -> bool:
    """Whether a reply holds exactly one answer, and the right one."""
    answers = _ANSWER.findall(reply)
    if len(answers) != 1:
        return False
    given = answers[0].lower().removesuffix(".").removesuffix("minutes").strip()
    if re.fullmatch(r"\d:\d\d", given, re.ASCII):
        given = f"0{given}"
    return given == question.answer
