"""A day's log, questions about it, and the filter language (no regular expressions)."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

SERVICES = ("auth", "cart", "mail", "search")
LEVELS = ("DEBUG", "INFO", "WARN", "ERROR")
USERS = ("ana", "bo", "cem", "dora", "emil", "fay", "gus", "hana", "ivo", "june")
LINES = 160
FEWEST, MOST = 3, 18  # lines that a question is about


@dataclass(frozen=True)
class Line:
    """One line of the log."""

    minute: int
    service: str
    level: str
    user: str
    ms: int

    def __str__(self) -> str:
        return f"{self.minute} {self.service} {self.level} {self.user} {self.ms}"


@dataclass(frozen=True)
class Filter:
    """Which lines to look at; empty texts match everything."""

    service: str = ""
    level: str = ""
    user: str = ""
    since: int = 0
    until: int = 1439

    def matches(self, line: Line) -> bool:
        """Whether a line passes the filter."""
        return (
            self.service in ("", line.service)
            and self.level in ("", line.level)
            and self.user in ("", line.user)
            and self.since <= line.minute <= self.until
        )

    def select(self, log: list[Line]) -> list[Line]:
        """The lines that pass, in order of time."""
        return [line for line in log if self.matches(line)]


@dataclass(frozen=True)
class Question:
    """A question, its filter and its answer."""

    text: str
    filter: Filter
    answer: str


def make_log(rng: Random) -> list[Line]:
    """Draw the lines of a day; every duration occurs once."""
    durations = rng.sample(range(5, 5000), LINES)
    minutes = sorted(rng.randrange(1440) for _ in range(LINES))
    return [
        Line(minute, rng.choice(SERVICES), rng.choice(LEVELS), rng.choice(USERS), ms)
        for minute, ms in zip(minutes, durations, strict=True)
    ]


def make_question(rng: Random, log: list[Line], level: int) -> Question:
    """Level 1 asks how many lines there are, level 2 for the user of the slowest."""
    while True:
        since = rng.randrange(0, 1200, 15)
        until = min(1439, since + rng.randrange(120, 900, 15))
        wanted = Filter(rng.choice(SERVICES), rng.choice(LEVELS), "", since, until)
        found = wanted.select(log)
        if FEWEST <= len(found) <= MOST:
            break
    part = f"{wanted.level} lines of {wanted.service} from minute {since} to minute {until}"
    if level == 1:
        return Question(f"How many {part} are there?", wanted, str(len(found)))
    slowest = max(found, key=lambda line: line.ms)
    return Question(f"Of the {part}, which user has the slowest one?", wanted, slowest.user)
