"""The rooms, and what commands do in them."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

EXITS = {
    "hall": {"west": "library", "down": "cellar"},
    "library": {"east": "hall"},
    "cellar": {"up": "hall"},
}
SCENES = {
    "hall": "A cold hall. An iron chest stands by the wall, a trapdoor leads down.",
    "library": "A library that smells of dust. The hall is to the east.",
    "cellar": "A vaulted cellar full of barrels. Steps lead up.",
}
TREASURES = ("crown", "goblet", "pearl", "sceptre", "mask", "violin", "amulet")
LEVELS = (1, 2, 3)


@dataclass
class World:
    """An episode. `gain` is the share of treasures that the last command banked."""

    treasures: list[str]
    lying: dict[str, list[str]]
    room: str = "hall"
    carried: list[str] = field(default_factory=list)
    chest: list[str] = field(default_factory=list)
    journal: dict[str, list[str]] = field(default_factory=dict)
    unlocked: bool = False
    terse: bool = False
    banked: set[str] = field(default_factory=set)
    gain: float = 0.0
    commands: int = 0

    @property
    def complete(self) -> bool:
        """Whether every treasure is in the chest."""
        return set(self.treasures) <= set(self.chest)

    @property
    def dark(self) -> bool:
        """Whether the player sees nothing."""
        return self.room == "cellar" and "lamp" not in self.carried

    def visible(self) -> list[str]:
        """The items that lie in the room, if it is not dark."""
        return [] if self.dark else list(self.lying[self.room])

    def remember(self) -> None:
        """Note in the journal what lies here."""
        if not self.dark:
            self.journal[self.room] = self.visible()


def make_world(rng: Random, level: int, *, terse: bool) -> World:
    """Place treasures, lamp and key."""
    treasures = rng.sample(TREASURES, level)
    lying: dict[str, list[str]] = {"hall": [], "library": [treasures[0]], "cellar": []}
    if level >= 2:
        lying["cellar"].append(treasures[1])
    if level == 3:
        lying[rng.choice(["library", "cellar"])].append(treasures[2])
    lying[rng.choice(["hall", "library"])].append("lamp")
    lying[rng.choice(["hall", "library"])].append("key")
    for items in lying.values():
        rng.shuffle(items)
    world = World(treasures, lying, unlocked=level == 1, terse=terse)
    world.remember()
    return world


def obey(world: World, command: str) -> str:
    """Carry out a command; what the player reads."""
    world.gain = 0.0
    world.commands += 1
    words = command.lower().split()
    match words:
        case ["go", direction]:
            answer = _go(world, direction)
        case ["take", item, "from", "chest"]:
            answer = _take_from_chest(world, item)
        case ["take", item]:
            answer = _take(world, item)
        case ["drop", item]:
            answer = _drop(world, item)
        case ["put", item, "in", "chest"]:
            answer = _put(world, item)
        case ["unlock", "trapdoor"]:
            answer = _unlock(world)
        case ["look"]:
            answer = SCENES[world.room]
        case _:
            answer = "I do not understand."
    world.remember()
    return answer


def _go(world: World, direction: str) -> str:
    target = EXITS[world.room].get(direction)
    if target is None:
        return "There is no way."
    if target == "cellar" and not world.unlocked:
        return "The trapdoor is locked."
    world.room = target
    if world.dark:
        return "It is pitch dark."
    return target.title() if world.terse else SCENES[target]


def _take(world: World, item: str) -> str:
    if item not in world.visible():
        return "You see no such thing."
    world.lying[world.room].remove(item)
    world.carried.append(item)
    return "Taken."


def _drop(world: World, item: str) -> str:
    if item not in world.carried:
        return "You do not have it."
    world.carried.remove(item)
    world.lying[world.room].append(item)
    return "Dropped."


def _put(world: World, item: str) -> str:
    if world.room != "hall":
        return "There is no chest."
    if item not in world.carried:
        return "You do not have it."
    world.carried.remove(item)
    world.chest.append(item)
    if item in world.treasures and item not in world.banked:
        world.banked.add(item)
        world.gain = 1 / len(world.treasures)
    return "It is in the chest."


def _take_from_chest(world: World, item: str) -> str:
    if world.room != "hall" or item not in world.chest:
        return "You see no such thing."
    world.chest.remove(item)
    world.carried.append(item)
    return "Taken."


def _unlock(world: World) -> str:
    if world.room != "hall":
        return "There is no trapdoor."
    if "key" not in world.carried:
        return "You have no key."
    world.unlocked = True
    return "The trapdoor opens."
