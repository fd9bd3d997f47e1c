"""The house rules of the desk, and made-up subtitle files to apply them to."""

from __future__ import annotations

import re
from random import Random

VERDICTS = ("pass", "mask", "cut")
WORDS = {
    "mild": ("heck", "darn", "drat", "blast"),
    "coarse": ("damn", "bloody", "crap", "arse"),
    "severe": ("frell", "smeg", "gorram", "shazbot"),
}
RULES = {
    "U": {"mild": "mask", "coarse": "cut", "severe": "cut"},
    "PG": {"mild": "pass", "coarse": "mask", "severe": "cut"},
    "15": {"mild": "pass", "coarse": "pass", "severe": "mask"},
}
SHORTEST_MASK = 0.8
"""A cue that is shown for less than so many seconds cannot be masked: it is cut."""
CUES = {1: 6, 2: 9, 3: 12}
"""Cues of a file by level."""

_KIND = {word: kind for kind, words in WORDS.items() for word in words}
_CLEAN = (
    "We leave at dawn, captain.",
    "The scrap yard closes at nine.",
    "She was last seen in Damnham.",
    "There is sand blasting in dock four.",
    "I checked the heckler's alibi.",
    "He parsed the letter twice.",
    "Nobody touches the lamp.",
)
_FRAMES = (
    "Where the {} is my coat?",
    "{}, the engine is on fire!",
    "It is a {} mess in here.",
    "Oh {}, not him again.",
    "Mind the {} step.",
)
_DOUBLE = ("{} and {} again, they are gone!", "What the {}, you {} fool?", "{}! I said {}!")


def verdict(text: str, seconds: float, rating: str) -> str:
    """What the rules say about a cue."""
    kinds = [_KIND[word] for word in re.findall(r"[a-z]+", text.lower()) if word in _KIND]
    calls = [RULES[rating][kind] for kind in kinds]
    if "cut" in calls or calls.count("mask") > 1:
        return "cut"
    if "mask" in calls:
        return "cut" if seconds < SHORTEST_MASK else "mask"
    return "pass"


def draw_file(rng: Random, level: int, rating: str) -> list[tuple[str, float]]:
    """Cues with their seconds; each of the three verdicts is right for a third of them."""
    wanted = list(VERDICTS) * (CUES[level] // len(VERDICTS))
    rng.shuffle(wanted)
    cues: list[tuple[str, float]] = []
    for right in wanted:
        cue = _draw_cue(rng)
        while verdict(*cue, rating) != right or cue[0] in [text for text, _ in cues]:
            cue = _draw_cue(rng)
        cues.append(cue)
    return cues


def _draw_cue(rng: Random) -> tuple[str, float]:
    seconds = rng.choice((0.5, 0.6, 0.7, 0.8, 1.0, 1.4, 1.8, 2.5))
    draw = rng.random()
    if draw < 0.15:
        return rng.choice(_CLEAN), seconds
    words = [_styled(rng, rng.choice(sorted(_KIND))) for _ in range(2)]
    frame = rng.choice(_FRAMES if draw < 0.75 else _DOUBLE)
    text = frame.format(*words)
    return text[0].upper() + text[1:], seconds


def _styled(rng: Random, word: str) -> str:
    return rng.choice((word, word, word.upper(), word.title()))
