"""Phrases, priority and touches."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

SIDES = ("left", "right")
WEAPONS = ("foil", "epee", "sabre")
TOUCHES, PHRASES = 5, 9
RULES = (
    "Epee: each side with a valid light gets a touch. Foil and sabre: an attack gives the attacker "
    "priority; when both attack, nobody has it. A parry gives priority to the one who parries, and "
    "a side that falls short gives it to its opponent; the last such event counts. If the side "
    "with priority has a valid light, it alone gets a touch; if its light is white, there is no "
    "touch; if its light is off, the opponent gets a touch for a valid light. When nobody has "
    "priority, there is no touch if both lights are on (valid or white); otherwise a valid light "
    "gets a touch. The bout ends when a side has five touches, or after nine phrases. Make every "
    "call right."
)


class Phrase(NamedTuple):
    """A phrase: its events and the two lights."""

    events: tuple[str, ...]
    lights: dict[str, str]


def opponent(side: str) -> str:
    """The other side."""
    return SIDES[side == "left"]


def fence(rng: Random, weapon: str) -> Phrase:
    """Draw a phrase."""
    owner = rng.choice((*SIDES, *SIDES, "both"))
    events = [f"{owner} attacks" if owner != "both" else "both attack"]
    while rng.random() < 0.55:
        if owner == "both":
            owner = rng.choice(SIDES)
            events.append(f"{opponent(owner)} falls short")
        else:
            owner = opponent(owner)
            what = (f"{owner} parries and ripostes", f"{opponent(owner)} falls short")
            events.append(rng.choice(what))
    kinds = ("off", "valid", "valid", "white") if weapon == "foil" else ("off", "valid", "valid")
    lights = {side: rng.choice(kinds) for side in SIDES}
    if set(lights.values()) == {"off"}:
        lights[rng.choice(SIDES)] = "valid"
    return Phrase(tuple(events), lights)


def priority(events: tuple[str, ...]) -> str | None:
    """Who has priority at the end of a phrase."""
    holder = None
    for event in events:
        side, verb = event.split()[:2]
        if verb in ("attacks", "parries"):
            holder = side
        elif verb == "falls":
            holder = opponent(side)
    return holder


def touches(weapon: str, phrase: Phrase) -> dict[str, bool]:
    """Who gets a touch."""
    valid = {side: phrase.lights[side] == "valid" for side in SIDES}
    if weapon == "epee":
        return valid
    holder = priority(phrase.events)
    if holder is None:
        both = "off" not in phrase.lights.values()
        return {side: valid[side] and not both for side in SIDES}
    other = opponent(holder)
    return {holder: valid[holder], other: phrase.lights[holder] == "off" and valid[other]}
