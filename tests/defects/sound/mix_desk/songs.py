"""Songs, and how far a mix is from its brief."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

TRACKS = ["vocals", "drums", "bass", "guitar", "keys", "strings", "brass", "choir"]


@dataclass(frozen=True)
class Song:
    """Levels with all faders at 0, and the levels that are wanted."""

    raw: dict[str, float]
    wanted: dict[str, float]


def compose(rng: Random) -> Song:
    """A song whose mix is off in every track."""
    names = ["vocals", *rng.sample(TRACKS[1:], rng.choice([4, 5]))]
    lead = float(rng.randint(-16, -10))
    wanted = {
        n: lead if n == "vocals" else lead + rng.choice([-9, -7, -6, -4, -3, -2, 1, 2])
        for n in names
    }
    raw = {n: level + rng.choice([-1, 1]) * rng.uniform(6.2, 9.5) for n, level in wanted.items()}
    return Song(raw, wanted)


def brief(song: Song) -> list[str]:
    """The wanted levels in words."""
    lead = song.wanted["vocals"]
    lines = [f"vocals at {lead:g} dB"]
    for name, level in song.wanted.items():
        if name != "vocals":
            lines.append(
                f"{name} {abs(level - lead):g} dB {'above' if level > lead else 'below'} the vocals"
            )
    return lines


def error(song: Song, faders: dict[str, float]) -> float:
    """Mean distance from the brief, in dB."""
    off = [song.raw[name] + faders[name] - level for name, level in song.wanted.items()]
    return sum(abs(x) for x in off) / len(off)


def grade(song: Song, faders: dict[str, float]) -> float:
    """The reward for a delivered mix."""
    return max(0.0, min(1.0, 1.0 - (error(song, faders) - 1.0) / 5.0))
