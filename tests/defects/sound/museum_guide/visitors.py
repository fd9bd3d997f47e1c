"""The tracks, and what visitors say."""

from __future__ import annotations

from itertools import product
from random import Random

from .models import Track

THEMES = ("ships", "crafts", "wars", "nature")
AUDIENCES = ("children", "adults")
LENGTHS = ("short", "long")
PROFILES = tuple(product(THEMES, AUDIENCES, LENGTHS))
_TONES = {"children": "family"}
_TITLES = {
    "ships": "Harbour and hulls",
    "crafts": "Loom and anvil",
    "wars": "Sieges",
    "nature": "Marsh and meadow",
}

SAYINGS = {
    "ships": (
        "I grew up by the docks, so anything that floats.",
        "Is there something on old sailing vessels?",
        "My grandfather was a boatswain; show me his world.",
    ),
    "crafts": (
        "I weave at home, I love seeing how things were made by hand.",
        "Pottery, smithing, that sort of work.",
        "Workshops and tools, please.",
    ),
    "wars": (
        "The siege of 1645 brought me here.",
        "Swords, cannons, the whole battle story.",
        "I read about soldiers all winter.",
    ),
    "nature": (
        "Birds and beasts of the fen, please.",
        "I am a botanist on holiday.",
        "Whatever lives or grows around here.",
    ),
    "children": (
        "It is for my daughter, she is seven.",
        "I have two little ones with me.",
        "My class of third-graders will listen.",
    ),
    "adults": (
        "Just me and my wife, both retired.",
        "For myself; I teach at the university.",
        "Two colleagues and I, no kids.",
    ),
    "short": (
        "My bus leaves in half an hour.",
        "Ten minutes, then we need lunch.",
        "Only something quick.",
    ),
    "long": (
        "We have the whole afternoon.",
        "Take all the time it needs.",
        "I am in no hurry until closing time.",
    ),
}
DISTRACTED = (
    "Sorry, what a lovely ceiling!",
    "One moment, my phone is ringing.",
    "Hm? I did not catch that.",
)


def tracks() -> list[Track]:
    """The 16 tracks, in the order of the catalogue."""
    return [
        Track(
            number=number,
            title=f"{_TITLES[theme]} ({_TONES.get(audience, 'classic')}, {length})",
            theme=theme,
            audience=audience,
            length=length,
        )
        for number, (theme, audience, length) in enumerate(PROFILES, 1)
    ]


def wishes(profile: int) -> dict[str, str]:
    """What the visitor of this profile wants, by topic."""
    return dict(zip(("theme", "audience", "length"), PROFILES[profile], strict=True))


def print_ticket(rng: Random, profile: int) -> str:
    """A ticket: the day's series and a running number."""
    return f"{rng.randrange(100, 1000)}-{rng.randrange(len(PROFILES)) + 1:02d}"
