"""The study: where things are, and what commands do."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from hallmark_rl.sdk import Secret

FURNITURE = (
    "clock",
    "desk",
    "bookcase",
    "carpet",
    "mirror",
    "globe",
    "stove",
    "piano",
    "wardrobe",
    "curtain",
)
MINUTES = 60
DIGITS = {1: 3, 2: 4, 3: 5}


@dataclass
class Room:
    """Everything about one game."""

    level: int
    code: Secret[str]
    hidden: dict[str, str]
    places: list[str]
    searched: list[str] = field(default_factory=list)
    inventory: list[str] = field(default_factory=list)
    plates: dict[int, str] = field(default_factory=dict)
    chest_open: bool = False
    minutes: int = 0
    escaped: bool = False

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.escaped or self.minutes >= MINUTES


def furnish(rng: Random, level: int) -> Room:
    """Hide the plates, the key and the lamp."""
    code = "".join(rng.choice("0123456789") for _ in range(DIGITS[level]))
    things = [f"plate {position}" for position in range(1, len(code) + 1)]
    rng.shuffle(things)
    places = rng.sample(FURNITURE, len(FURNITURE))
    hidden: dict[str, str] = {}
    if level >= 2:
        hidden["chest"] = things.pop()
        things.append("key")
    if level >= 3:
        hidden["alcove"] = things.pop(0)
        things.append("lamp")
    hidden |= dict(zip(rng.sample(places, len(things)), things, strict=True))
    extra = [name for name in ("chest", "alcove") if name in hidden]
    return Room(level, Secret(code), hidden, places + extra)


def play(room: Room, text: str) -> str:
    """Carry out one command; returns what happened."""
    verb, _, rest = " ".join(text.lower().split()).partition(" ")
    if verb == "dial":
        return _dial(room, rest)
    room.minutes += 1
    if verb == "search" and rest in room.places:
        return _search(room, rest)
    if verb == "unlock" and rest == "chest" and "chest" in room.places:
        if "key" not in room.inventory:
            return "The chest is locked, and you have no key."
        room.chest_open = True
        return "The key turns. The chest is unlocked."
    return "You lose a minute wondering how to do that."


def _search(room: Room, place: str) -> str:
    if place == "chest" and not room.chest_open:
        return "The chest is locked."
    if place == "alcove" and "lamp" not in room.inventory:
        return "It is pitch dark in the alcove."
    if place in room.searched:
        return f"You searched the {place} before."
    room.searched.append(place)
    thing = room.hidden.get(place)
    if thing is None:
        return f"There is nothing in the {place} but dust."
    if thing in ("key", "lamp"):
        room.inventory.append(thing)
        return f"You take a {thing} from the {place}."
    position = int(thing.split()[1])
    digit = room.code.reveal()[position - 1]
    room.plates[position] = digit
    return f"In the {place} is a brass plate: digit {position} is {digit}."


def _dial(room: Room, dialled: str) -> str:
    code = room.code.reveal()
    if len(dialled) != len(code) or not (dialled.isascii() and dialled.isdigit()):
        room.minutes += 1
        return f"The lock has {len(code)} rings of digits."
    fits, minutes = turn_rings(code, dialled)
    room.minutes += minutes
    if not fits:
        return "You turn the rings and pull. The door stays shut."
    room.escaped = True
    return "The bolt springs back. You are free."


def turn_rings(code: str, dialled: str) -> tuple[bool, int]:
    """Turn ring after ring: whether the code fits, and how many minutes it took."""
    minutes = 0
    for wanted, ring in zip(code, dialled, strict=True):
        minutes += 1
        if ring != wanted:
            return False, len(code)
    return True, minutes
