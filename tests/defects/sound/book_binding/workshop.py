"""The workshop's catalogue: for each item its choices, and how customers describe them.

Customers know no trade names. Every choice has two descriptions, and no description fits two
choices of an item.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

CATALOGUE: dict[str, dict[str, tuple[str, str]]] = {
    "cover": {
        "buckram": (
            "Plain stout cloth, it goes to a lending library.",
            "Cloth that can be wiped clean.",
        ),
        "calf": (
            "Smooth brown leather, like my grandfather's law books.",
            "Leather with no grain at all.",
        ),
        "goatskin": (
            "Leather with a lively grain, it should last for ever.",
            "The leather they call morocco.",
        ),
        "vellum": ("White and stiff like an old charter.", "No leather and no cloth: parchment."),
        "paste paper": (
            "Boards in a painted pattern, it is only a notebook.",
            "Something colourful and cheap.",
        ),
        "linen": ("A natural undyed cloth.", "Cloth made from flax, please."),
    },
    "paper": {
        "laid": ("With those fine lines when you hold it to the light.", "Paper with chain lines."),
        "wove": ("Perfectly even, no lines in it.", "The smooth modern sheet for print."),
        "cartridge": ("I draw with charcoal in it.", "Rough and heavy, for sketches."),
        "bible": ("As thin as it comes, there are 1,400 pages.", "Thin enough to read in church."),
        "rag": ("Made from cotton, it must not turn yellow.", "The archive wants no wood in it."),
    },
    "sewing": {
        "tapes": (
            "Flat bands across the back.",
            "On strips of cotton, as usual for account books.",
        ),
        "cords": ("With raised bands across the spine.", "On hemp, so that ridges show."),
        "stab": ("Through the side, the Japanese way.", "Holes along the margin, thread outside."),
        "coptic": (
            "It must lie flat, with chains of thread on the open back.",
            "Like the Egyptian codices.",
        ),
    },
    "edges": {
        "gilt": ("They should shine.", "Gold all around."),
        "sprinkled": ("Little red dots.", "Speckled like an egg."),
        "deckle": ("Leave them torn, do not cut.", "As the sheet came from the mould."),
        "plain": ("Just cut them.", "Nothing on them at all."),
    },
    "title": {
        "blind": ("Pressed in without colour.", "You should feel it more than see it."),
        "foil": ("Letters in gold on the spine.", "Something bright to read from the shelf."),
        "label": ("On a small piece of leather glued to it.", "A separate patch with the name."),
        "none": ("Nobody needs to know what it is.", "Leave the spine empty."),
    },
}
LEVELS: dict[int, tuple[str, ...]] = {
    1: ("cover", "paper", "sewing"),
    2: ("cover", "paper", "sewing", "edges"),
    3: ("cover", "paper", "sewing", "edges", "title"),
}
CHOICES = 4
_ORDER = re.compile(r"([a-z]+)\s*=\s*([a-z ]+)")


@dataclass(frozen=True)
class Commission:
    """One customer: what can be chosen, what is wanted and how it is described."""

    menu: dict[str, list[str]]
    wish: dict[str, str]
    words: dict[str, str]


def commission(level: int, number: int) -> Commission:
    """The commission with this number."""
    rng = random.Random(f"commission {level} {number}")
    menu = {item: rng.sample(sorted(CATALOGUE[item]), CHOICES) for item in LEVELS[level]}
    wish = {item: choices[0] for item, choices in menu.items()}
    words = {item: rng.choice(CATALOGUE[item][choice]) for item, choice in wish.items()}
    return Commission(menu, wish, words)


def parse_order(text: str) -> dict[str, str]:
    """The items and choices of an order slip."""
    return {item: choice.strip() for item, choice in _ORDER.findall(text.lower())}


def understood(item: str, words: str) -> str:
    """The choice that a description means."""
    return next(choice for choice, told in CATALOGUE[item].items() if words in told)
