"""Tools and the rules by which a master sorts them.

A rule takes one property of a tool (trade, material or handle) and has a drawer for each of its
three values. The examples of a task leave exactly one rule possible.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import permutations, product
from typing import NamedTuple

PROPERTIES: dict[str, tuple[str, ...]] = {
    "trade": ("joiner", "mason", "plumber"),
    "material": ("brass", "steel", "wood"),
    "handle": ("black", "green", "red"),
}
NAMES = (
    "adze",
    "awl",
    "bevel",
    "brace",
    "bradawl",
    "burin",
    "caliper",
    "chisel",
    "clamp",
    "float",
    "froe",
    "gauge",
    "gouge",
    "hammer",
    "jack",
    "level",
    "mallet",
    "nippers",
    "pliers",
    "plumb",
    "punch",
    "rasp",
    "reamer",
    "saw",
    "scraper",
    "scriber",
    "shave",
    "spoke",
    "square",
    "swage",
    "tongs",
    "trowel",
    "vise",
    "wedge",
    "wrench",
)
LEVELS: dict[int, int] = {1: 4, 2: 6, 3: 8}
"""By level: how many tools are to be sorted."""

Thing = tuple[str, str, str, str]  # name, trade, material, handle


class Rule(NamedTuple):
    """A property, and the drawers (from 1) of its values in the order of `PROPERTIES`."""

    place: int
    drawers: tuple[int, ...]

    def drawer(self, tool: Thing) -> int:
        """The drawer of a tool."""
        values = tuple(PROPERTIES.values())[self.place]
        return self.drawers[values.index(tool[self.place + 1])]


RULES = tuple(Rule(place, drawers) for place in range(3) for drawers in permutations((1, 2, 3)))


class Box(NamedTuple):
    """A task: the rule, the examples and the tools to sort."""

    rule: Rule
    examples: tuple[Thing, ...]
    tools: tuple[Thing, ...]


def box(level: int, number: int) -> Box:
    """The box with this number."""
    rng = random.Random(f"box {level} {number}")
    rule = rng.choice(RULES)
    kinds = list(product(*PROPERTIES.values()))
    names = rng.sample(NAMES, len(NAMES))
    examples: list[Thing] = []
    while possible(examples, [rule.drawer(tool) for tool in examples]) != [rule]:
        examples.append((names.pop(), *rng.choice(kinds)))
    tools = [(names.pop(), *kind) for kind in rng.sample(kinds, LEVELS[level])]
    return Box(rule, tuple(examples), tuple(tools))


def possible(examples: Sequence[Thing], drawers: Sequence[int]) -> list[Rule]:
    """The rules that agree with these examples."""
    shown = list(zip(examples, drawers, strict=True))
    return [rule for rule in RULES if all(rule.drawer(tool) == at for tool, at in shown)]
