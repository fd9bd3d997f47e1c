"""Limitation periods: until when can a claim be filed?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from random import Random
from typing import Any, NamedTuple

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

from ..models import Case, LastDay

YEARS = {
    "breach of contract": 3,
    "negligence": 2,
    "defamation": 1,
    "fraud": 6,
    "damage to property": 5,
}
PARTIES = [
    ("Adeyemi", "Northgate Storage"),
    ("Castellanos", "the Harbour Trust"),
    ("Lindqvist", "Brightwater Ltd"),
    ("Okonkwo", "the Mill Cooperative"),
]


class Facts(NamedTuple):
    """What decides a case: the claim, the day on which it arose, and the days of tolling."""

    claim: str
    arose: str
    tolled: int


class File(NamedTuple):
    """A case as it is shown: its facts and the names of the parties."""

    facts: Facts
    plaintiff: str
    defendant: str


def last_day(facts: Facts) -> date:
    """The last day for filing."""
    arose = date.fromisoformat(facts.arose)
    year = arose.year + YEARS[facts.claim]
    leap_day = (arose.month, arose.day) == (2, 29)
    end = date(year, 2, 28) if leap_day and year % 4 else arose.replace(year=year)
    end += timedelta(days=facts.tolled)
    return end + timedelta(days=max(0, 7 - end.weekday()) if end.weekday() >= 5 else 0)


def fact_patterns(level: int) -> list[Facts]:
    """The facts of all cases of a level; level 2 has tolling."""
    rng = Random(f"limitation {level}")
    patterns = set()
    while len(patterns) < 160:
        arose = date(2001, 1, 1) + timedelta(days=rng.randrange(7000))
        if rng.random() < 0.05:
            arose = date(rng.choice((2004, 2008, 2012, 2016)), 2, 29)
        tolled = rng.randint(10, 400) if level == 2 else 0
        patterns.add(Facts(rng.choice(sorted(YEARS)), arose.isoformat(), tolled))
    return sorted(patterns)


def files(patterns: list[Facts]) -> list[File]:
    """Every pattern with every pair of parties."""
    return [File(facts, *names) for facts in patterns for names in PARTIES]


def tasks() -> TaskSet[File]:
    """A quarter of the facts of each level is held out."""
    train, test = {}, {}
    for level in (1, 2):
        patterns = fact_patterns(level)
        known, held_out = hold_out(patterns, len(patterns) // 4, seed=level)
        train[level], test[level] = files(known), files(held_out)
    return TaskSet({"train": train, "test": test})


@dataclass
class Question:
    """One case and the answer to it."""

    file: File
    day: Secret[str]
    sent: str = ""


class LimitationPeriodEnvironment(VerifiedEnvironment[LastDay, Case, VerifiedState, Question]):
    """Name the last day for filing a claim, in one answer."""

    max_steps = 1
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome"),
        Column("a_date", lambda t: float(t.facts["a_date"]), kind="format", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Question, Case]:
        """Show the task's case."""
        assert setup.task is not None
        file = setup.task.payload
        question = Question(file, Secret(last_day(file.facts).isoformat()))
        return question, Case(facts=_story(file), statute=_statute())

    def advance(self, game: Question, action: LastDay) -> Case:
        """Compare the date."""
        game.sent = action.day.strip()
        right = game.sent == game.day.reveal()
        note = "right" if right else f"the last day was {game.day.reveal()}"
        return Case(facts=_story(game.file), statute=_statute(), note=note, done=True)

    def facts(self, game: Question) -> Mapping[str, Any]:
        """Whether the answer is right, and whether it is a date."""
        try:
            a_date = date.fromisoformat(game.sent).isoformat() == game.sent
        except ValueError:
            a_date = False
        return {"right": game.sent == game.day.reveal(), "a_date": a_date}


def _statute() -> str:
    return "; ".join(f"{claim}: {years} years" for claim, years in YEARS.items())


def _story(file: File) -> str:
    facts = file.facts
    story = (
        f"{file.plaintiff} wants to sue {file.defendant} for {facts.claim}. "
        f"The claim arose on {facts.arose}."
    )
    if facts.tolled:
        story += f" The period was tolled for {facts.tolled} days."
    return story
