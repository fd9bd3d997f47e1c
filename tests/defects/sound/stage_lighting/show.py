"""Shows: a cue list, the director's notes, and the cue list that the notes ask for."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from random import Random

_DATA = json.loads((Path(__file__).parent / "show.json").read_text(encoding="utf-8"))
PATCH: dict[str, str] = _DATA["rig"]
LEVELS = (1, 2, 3)
Cues = dict[str, dict[str, int]]
_COMMAND = re.compile(r"cue (\d+) ch ((?:\d+ )+)@ (\d{1,3})")


@dataclass(frozen=True)
class Show:
    """What is played in an episode."""

    start: Cues
    wanted: Cues
    notes: tuple[str, ...]


def _fixtures() -> list[str]:
    return list(dict.fromkeys(PATCH.values()))


def channels_of(fixture: str) -> list[str]:
    """The channels on which a fixture hangs."""
    return [channel for channel, name in PATCH.items() if name == fixture]


def note_count(rng: Random, level: int) -> int:
    """How many notes the director gives at a level."""
    table = _DATA["notes_by_level"]
    low, high = table.get(str(level), table["1"])
    return rng.randint(low, high)


def make_show(rng: Random, level: int) -> Show:
    """Draw a cue list and notes; each note concerns another fixture of a cue."""
    cues: Cues = {
        str(cue): {channel: 5 * rng.randint(4, 16) for channel in PATCH}
        for cue in range(1, _DATA["cue_count"] + 1)
    }
    wanted = {cue: dict(channels) for cue, channels in cues.items()}
    places = [(cue, fixture) for cue in cues for fixture in _fixtures()]
    notes = []
    for cue, fixture in rng.sample(places, note_count(rng, level)):
        notes.append(_note(rng, wanted[cue], cue, fixture))
    return Show(cues, wanted, tuple(notes))


def _note(rng: Random, channels: dict[str, int], cue: str, fixture: str) -> str:
    """Write one note, and do in `channels` what it asks for."""
    own = channels_of(fixture)
    kind = rng.choice(("set", "up", "down", "out"))
    if kind == "set":
        value = rng.choice(
            [
                each
                for each in range(0, 101, 5)
                if each not in [channels[channel] for channel in own]
            ]
        )
        channels.update(dict.fromkeys(own, value))
        return f"Cue {cue}: {fixture} at {value}."
    if kind == "out":
        channels.update(dict.fromkeys(own, 0))
        return f"Cue {cue}: {fixture} out."
    points = 5 * rng.randint(1, 4)
    for channel in own:
        channels[channel] += points if kind == "up" else -points
    return f"Cue {cue}: {fixture} {kind} by {points} points."


def apply(cues: Cues, command: str) -> str:
    """Carry out a command; returns the desk's reply."""
    match = _COMMAND.fullmatch(" ".join(command.lower().split()))
    if match is None:
        return "syntax: cue 2 ch 5 7 @ 40"
    cue, channels, level = match[1], match[2].split(), int(match[3])
    if cue not in cues or not set(channels) <= set(PATCH) or level > 100:
        return "no such cue, channel or level"
    cues[cue].update(dict.fromkeys(channels, level))
    return "ok"


def share_done(show: Show, cues: Cues) -> float:
    """Of the channels that had to change, how many are right, less those that were spoilt."""
    right = spoilt = needed = 0
    for cue, channels in show.wanted.items():
        for channel, value in channels.items():
            if show.start[cue][channel] != value:
                needed += 1
                right += cues[cue][channel] == value
            else:
                spoilt += cues[cue][channel] != value
    return max(0.0, (right - spoilt) / needed)
