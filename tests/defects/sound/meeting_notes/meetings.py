"""Made-up meetings: small talk, and promises that are kept, refused or moved to another day."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

NAMES = ["Ana", "Ben", "Chloe", "Dev", "Emre", "Farah", "Gita", "Hugo"]
DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"]
TASKS = (
    "send the budget",
    "call the printer",
    "book the room",
    "update the website",
    "order the badges",
    "write the invitation",
    "check the contract",
    "test the microphones",
    "translate the flyer",
    "ask the caterer",
)
CHATTER = (
    "The coffee machine is broken again.",
    "Sorry, I was on mute.",
    "Can everybody see my screen?",
    "Last year it rained the whole time.",
    "I like the new logo.",
    "Let us keep this short.",
)
LEVELS = {1: (3, 0, 0), 2: (4, 1, 1), 3: (5, 2, 2)}
"""By level: how many items are agreed, refused, and moved to another day."""


@dataclass(frozen=True)
class Item:
    """Who does what until when."""

    owner: str
    task: str
    day: str

    def line(self) -> str:
        """As it stands in the notes."""
        return f"{self.owner}: {self.task}, by {self.day}"


def hold_meeting(rng: Random, level: int) -> tuple[str, list[Item]]:
    """A transcript, and the items that were agreed in the end."""
    agreed, refused, moved = LEVELS[level]
    tasks = rng.sample(TASKS, agreed + refused)
    parts: list[list[str]] = []
    items = []
    for number, task in enumerate(tasks):
        owner, other = rng.sample(NAMES, 2)
        day, later = rng.sample(DAYS, 2)
        opening = f"{other}: {owner}, can you {task} by {day}?"
        if number >= agreed:
            parts.append([opening, f"{owner}: No, I have no time for that. Let us drop it."])
        elif number < moved:
            parts.append(
                [opening, f"{owner}: Not by {day}, but by {later} I can.", f"{other}: Fine."]
            )
            items.append(Item(owner, task, later))
        else:
            parts.append([opening, f"{owner}: Yes, I will."])
            items.append(Item(owner, task, day))
    for line in rng.sample(CHATTER, level + 1):
        parts.append([f"{rng.choice(NAMES)}: {line}"])
    rng.shuffle(parts)
    return "\n".join(line for part in parts for line in part), items
