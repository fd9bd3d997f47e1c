"""The faults, and what a tenant says about them."""

import re
from dataclasses import dataclass


@dataclass(frozen=True)
class Fault:
    """A fault: who repairs it and when, the vague hint of level 1, and the answers by topic."""

    name: str
    trade: str
    urgency: str
    hint: str
    answers: tuple[str, ...]


TOPICS: dict[str, str] = {
    "room": r"\b(rooms?|where)\b",
    "water": r"\b(water|wet|damp|leak\w*)\b",
    "noise": r"\b(noises?|sounds?|hear)\b",
    "smell": r"\b(smells?)\b",
    "power": r"\b(power|electric\w*|lights?|sockets?)\b",
    "heating": r"\b(heating|warm|cold|radiators?|boiler)\b",
    "since": r"\b(since|when|long)\b",
}
"""What a message must contain for a topic."""
WET, ODD, STUCK = "Something is wet here.", "There is something odd.", "Something does not work."
K, B, H, L = (
    "It is in the kitchen.",
    "It is in the bathroom.",
    "It is in the hall.",
    "It is in the living room.",
)
DRY, DRIP, POOL, STAIN = (
    "Everything is dry.",
    "There is a slow drip.",
    "Water is running over the floor.",
    "There is a damp stain.",
)
QUIET, HUM, SCRATCH, BANG = (
    "I hear nothing.",
    "There is a hum.",
    "Something scratches at night.",
    "There is a bang now and then.",
)
NO_SMELL, BURNT, MUSTY = (
    "There is no smell.",
    "It smells burnt.",
    "It smells musty.",
)
POWER_OK, NO_LIGHT, TRIPS = (
    "Lights and sockets work.",
    "There is no light at all.",
    "The fuse goes from time to time.",
)
WARM, COLD = "The heating is warm.", "The radiators are cold."
DAYS, HOUR, MONTHS = "For some days.", "For an hour or so.", "For months, really."

FAULTS: tuple[Fault, ...] = (
    Fault("burst pipe", "plumber", "now", WET, (K, POOL, QUIET, NO_SMELL, POWER_OK, WARM, HOUR)),
    Fault("dripping trap", "plumber", "today", WET, (K, DRIP, QUIET, MUSTY, POWER_OK, WARM, DAYS)),
    Fault(
        "worn tap", "plumber", "this week", WET, (B, DRIP, QUIET, NO_SMELL, POWER_OK, WARM, MONTHS)
    ),
    Fault("scorched socket", "electrician", "now", ODD, (L, DRY, HUM, BURNT, TRIPS, WARM, HOUR)),
    Fault(
        "dead circuit",
        "electrician",
        "today",
        STUCK,
        (H, DRY, QUIET, NO_SMELL, NO_LIGHT, WARM, DAYS),
    ),
    Fault(
        "loose fan", "electrician", "this week", ODD, (B, DRY, HUM, MUSTY, POWER_OK, WARM, MONTHS)
    ),
    Fault(
        "boiler banging",
        "heating engineer",
        "now",
        ODD,
        (K, DRY, BANG, BURNT, POWER_OK, COLD, HOUR),
    ),
    Fault(
        "boiler out",
        "heating engineer",
        "today",
        STUCK,
        (K, DRY, QUIET, NO_SMELL, POWER_OK, COLD, DAYS),
    ),
    Fault(
        "cold radiator",
        "heating engineer",
        "this week",
        STUCK,
        (L, DRY, QUIET, NO_SMELL, POWER_OK, COLD, MONTHS),
    ),
    Fault(
        "front door will not lock",
        "carpenter",
        "now",
        STUCK,
        (H, DRY, BANG, NO_SMELL, POWER_OK, WARM, HOUR),
    ),
    Fault(
        "rotten window frame",
        "carpenter",
        "this week",
        WET,
        (L, STAIN, QUIET, MUSTY, POWER_OK, WARM, MONTHS),
    ),
    Fault("mice", "pest control", "this week", ODD, (K, DRY, SCRATCH, MUSTY, POWER_OK, WARM, DAYS)),
)
GREETINGS = ("Hello.", "Good morning,", "Hi there.", "Hello, it is me again.", "Excuse me.")
GENERAL = "Something is wrong in my flat."
LOST = ("I do not know what you mean.", "Sorry, what do you want to know?", "No idea, I am afraid.")


def topic_of(text: str) -> str | None:
    """The topic that a message mentions first; None if it mentions none."""
    found = {
        match.start(): topic
        for topic, pattern in TOPICS.items()
        if (match := re.search(pattern, text.lower()))
    }
    return found[min(found)] if found else None


def answer(fault: Fault, topic: str) -> str:
    """What the tenant says about a topic."""
    return fault.answers[list(TOPICS).index(topic)]
