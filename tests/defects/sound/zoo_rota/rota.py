"""Feeding rotas: who feeds which animal at which hour."""

from __future__ import annotations

import random
from itertools import product
from typing import NamedTuple

ANIMALS = (
    "lion", "otter", "zebra", "python", "penguin", "gorilla", "tapir", "flamingo", "lynx", "seal",
    "camel", "ibis",
)  # fmt: skip
KEEPERS = ("Ana", "Ben", "Cleo", "Dev")
HOURS = (8, 9, 10, 11, 12)

Turn = tuple[str, int]  # a keeper and an hour
Rota = dict[str, Turn]


class Plan(NamedTuple):
    """A day at the zoo.

    Attributes:
        trained: For each animal, the keepers who may feed it.
        hours: For each animal, the hours at which it may be fed.
        draft: The rota that the office sent.
    """

    trained: dict[str, tuple[str, ...]]
    hours: dict[str, tuple[int, ...]]
    draft: Rota


def problems(plan: Plan, rota: Rota) -> list[str]:
    """The rules that a rota breaks, one text for each breach."""
    found = [f"{animal} is not fed" for animal in plan.trained if animal not in rota]
    taken: dict[Turn, str] = {}
    for animal, (keeper, hour) in rota.items():
        if animal not in plan.trained:
            found.append(f"there is no {animal}")
            continue
        if keeper not in plan.trained[animal]:
            found.append(f"{keeper} may not feed the {animal}")
        if hour not in plan.hours[animal]:
            found.append(f"the {animal} does not eat at {hour}")
        if (keeper, hour) in taken:
            found.append(f"{keeper} has both {taken[keeper, hour]} and {animal} at {hour}")
        taken[keeper, hour] = animal
    return found


def draw(rng: random.Random, animals: int, keepers: int) -> Plan:
    """Draw a day that can be planned, and the office's draft: a good rota with a mistake in it."""
    names, staff = rng.sample(ANIMALS, animals), KEEPERS[:keepers]
    turns = rng.sample(list(product(staff, HOURS)), animals)
    good = dict(zip(names, turns, strict=True))
    trained, hours = {}, {}
    for animal, (keeper, hour) in good.items():
        others = rng.sample([name for name in staff if name != keeper], keepers - 2)
        trained[animal] = tuple(sorted([keeper, *others]))
        further = rng.sample([other for other in HOURS if other != hour], 3)
        hours[animal] = tuple(sorted([hour, *further]))
    plan = Plan(trained, hours, dict(good))
    while not problems(plan, plan.draft):
        plan.draft[rng.choice(names)] = (rng.choice(staff), rng.choice(HOURS))
    return plan


def solve(plan: Plan) -> Rota:
    """A rota without problems, by backtracking; the animals with the fewest choices first."""
    order = sorted(plan.trained, key=lambda name: len(plan.trained[name]) * len(plan.hours[name]))

    def place(done: int, rota: Rota) -> Rota | None:
        if done == len(order):
            return rota
        animal = order[done]
        for turn in product(plan.trained[animal], plan.hours[animal]):
            if turn not in rota.values():
                full = place(done + 1, {**rota, animal: turn})
                if full is not None:
                    return full
        return None

    rota = place(0, {})
    assert rota is not None
    return rota


def write(rota: Rota) -> str:
    """A rota as text: `lion Ana 8; otter Ben 9`."""
    return "; ".join(f"{animal} {keeper} {hour}" for animal, (keeper, hour) in rota.items())


def read(text: str) -> Rota | None:
    """The rota in a text, or None if an entry is malformed or an animal occurs twice."""
    rota: Rota = {}
    for entry in text.split(";"):
        words = entry.split()
        if len(words) != 3 or not (words[2].isascii() and words[2].isdigit() and len(words[2]) < 3):
            return None
        animal, keeper = words[0].lower(), words[1].capitalize()
        if animal in rota:
            return None
        rota[animal] = (keeper, int(words[2]))
    return rota
