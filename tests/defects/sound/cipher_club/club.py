"""Meetings of the club: words, keys and messages."""

from __future__ import annotations

import random
from dataclasses import dataclass

SOLVED = 2
OPEN = 4
WORDS = {
    "train": [
        "anchor",
        "basket",
        "candle",
        "dragon",
        "ember",
        "falcon",
        "garden",
        "harbor",
        "island",
        "jacket",
        "kettle",
        "ladder",
        "marble",
        "needle",
        "orchard",
        "pepper",
        "quarry",
        "ribbon",
        "saddle",
        "timber",
        "umbrella",
        "velvet",
        "window",
        "yellow",
    ],
    "test": [
        "almond",
        "bridge",
        "copper",
        "desert",
        "engine",
        "feather",
        "glacier",
        "hammer",
        "insect",
        "jungle",
        "kitchen",
        "lantern",
        "meadow",
        "nickel",
        "oyster",
        "pigeon",
        "quiver",
        "rocket",
        "shadow",
        "tunnel",
        "uncle",
        "violin",
        "walnut",
        "zipper",
    ],
}


@dataclass(frozen=True)
class Meeting:
    """The messages of an evening."""

    plain: tuple[str, ...]
    coded: tuple[str, ...]


def shifted(text: str, shift: int) -> str:
    """The text with every letter moved along the alphabet."""
    return "".join(
        chr((ord(char) - 97 + shift) % 26 + 97) if "a" <= char <= "z" else char for char in text
    )


def meeting(split: str, seed: int | None) -> Meeting:
    """The meeting of a seed, or any meeting."""
    rng = random.Random() if seed is None else random.Random(f"club {split} {seed}")
    start, turn = rng.randrange(26), rng.randrange(1, 26)
    plain = tuple(
        " ".join(rng.choice(WORDS[split]) for _ in range(rng.randint(4, 6)))
        for _ in range(SOLVED + OPEN)
    )
    return Meeting(plain, tuple(shifted(p, start + turn * k) for k, p in enumerate(plain)))
