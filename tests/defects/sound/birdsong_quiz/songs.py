"""The field guide, and how recordings and questions are made of it."""

from __future__ import annotations

from random import Random

from .models import Song

LETTERS = ("A", "B", "C")
TAKES = 8

_TABLE = {
    "trill": {
        "dunlin": (1.6, 3.0, 14.0),
        "cirl bunting": (3.2, 6.0, 13.0),
        "wood warbler": (4.8, 8.2, 11.0),
        "lesser redpoll": (2.6, 5.0, 20.0),
        "little grebe": (1.8, 2.8, 22.0),
        "savi's warbler": (4.0, 4.6, 45.0),
    },
    "repeated phrase": {
        "great tit": (3.0, 6.2, 5.0),
        "song thrush": (2.0, 5.0, 4.0),
        "chiffchaff": (3.6, 5.6, 3.0),
        "coal tit": (4.6, 7.6, 6.0),
        "cetti's warbler": (1.5, 6.6, 8.0),
        "tawny owl": (0.6, 1.1, 1.0),
    },
    "falling cadence": {
        "chaffinch": (2.2, 6.0, 10.0),
        "willow warbler": (3.0, 5.4, 7.0),
        "tree pipit": (3.4, 7.2, 9.0),
        "woodlark": (1.9, 4.2, 5.0),
        "treecreeper": (4.8, 8.4, 6.0),
        "curlew": (0.9, 3.0, 3.0),
    },
    "varied warble": {
        "blackcap": (1.8, 5.2, 8.0),
        "garden warbler": (1.4, 4.2, 11.0),
        "robin": (2.4, 7.4, 5.0),
        "dunnock": (3.2, 6.6, 9.0),
        "goldfinch": (3.0, 8.6, 12.0),
        "blackbird": (1.2, 3.0, 3.5),
    },
}
GUIDE = {
    bird: Song(low_khz=low, high_khz=high, notes_per_s=notes, arrangement=arrangement)
    for arrangement, birds in _TABLE.items()
    for bird, (low, high, notes) in birds.items()
}
RECORDINGS = tuple((bird, take) for bird in GUIDE for take in range(1, TAKES + 1))


def record(bird: str, take: int) -> Song:
    """What is measured in this take: the same numbers whenever it is played."""
    rng = Random(f"{bird}, take {take}")
    typical = GUIDE[bird]
    return Song(
        low_khz=round(typical.low_khz + rng.uniform(-0.12, 0.12), 2),
        high_khz=round(typical.high_khz + rng.uniform(-0.15, 0.15), 2),
        notes_per_s=round(typical.notes_per_s * rng.uniform(0.94, 1.06), 1),
        arrangement=typical.arrangement,
    )


def distance(first: Song, second: Song) -> float:
    """How different two songs are, in units of the usual scatter."""
    return (
        abs(first.low_khz - second.low_khz) / 0.12
        + abs(first.high_khz - second.high_khz) / 0.15
        + abs(first.notes_per_s - second.notes_per_s) / (0.06 * second.notes_per_s)
        + 50 * (first.arrangement != second.arrangement)
    )


def line_up(rng: Random, bird: str, level: int) -> dict[str, str]:
    """The right bird between two wrong ones, by letter."""
    arrangement = GUIDE[bird].arrangement
    others = [
        other
        for other, song in GUIDE.items()
        if other != bird and (song.arrangement == arrangement) == (level == 2)
    ]
    birds = rng.sample(others, len(LETTERS) - 1)
    birds.insert(rng.randrange(len(birds) + 1), bird)
    return dict(zip(LETTERS, birds, strict=True))
