"""Generates logs with repeated events."""

from __future__ import annotations

import random
from dataclasses import dataclass

EVENTS = 12
LEVELS = {"easy": 60, "hard": 4}
HOSTS = ("web1", "web2", "db1", "mail")
MESSAGES = (
    "ERROR disk sda{n} is full",
    "WARN retry {n} of job backup",
    "INFO user u{n} logged in",
    "ERROR timeout after {n} ms",
    "WARN certificate {n} expires soon",
)


@dataclass(frozen=True)
class Line:
    """A line of the log."""

    number: int
    event: int
    text: str


def stamp(second: int) -> str:
    """Time of the day."""
    return f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"


def make_log(rng: random.Random, span: int) -> list[Line]:
    """Lines in the order of time; every event occurs at least once."""
    events: list[str] = []
    while len(events) < EVENTS:
        message = rng.choice(MESSAGES).format(n=rng.randint(1, span))
        event = f"{rng.choice(HOSTS)} proc[{{pid}}]: {message} req={{req}}"
        if event not in events:
            events.append(event)
    which = list(range(EVENTS)) + [rng.randrange(EVENTS) for _ in range(rng.randint(8, 16))]
    seconds = rng.sample(range(86400), len(which))
    entries = list(zip(seconds, which, strict=True))
    entries.sort()
    lines = []
    for number, (second, event) in enumerate(entries):
        text = events[event].format(pid=rng.randint(100, 9999), req=f"{rng.getrandbits(24):06x}")
        lines.append(Line(number, event, f"{number}: {stamp(second)} {text}"))
    return lines
