"""Foods, the orders on a patient's card, and the findings of an audit."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

Finding = tuple[int, str]
"""The number of an item, and a reason."""
REASONS = ("allergen", "texture", "sodium", "carbs", "drug")
TEXTURES = ("pureed", "soft", "regular")
DRUGS = {
    "simvastatin": ("grapefruit", frozenset({"grapefruit half", "citrus salad"})),
    "warfarin": ("leafy greens", frozenset({"creamed spinach", "kale crisps"})),
    "phenelzine": ("aged cheese", frozenset({"cheddar toast", "cheese board"})),
}
"""Drugs, what must not be eaten with them, and the foods that are that."""
SIZES = {1: (5, 2), 2: (7, 3), 3: (9, 4)}
"""Items of a tray and orders on the card, by level."""


@dataclass(frozen=True)
class Food:
    """A label of the kitchen."""

    name: str
    contains: frozenset[str]
    texture: str
    sodium: int
    carbs: int


@dataclass(frozen=True)
class Card:
    """The orders for a patient; None or empty where there is no order."""

    allergies: frozenset[str] = frozenset()
    texture: str = "regular"
    sodium: int | None = None
    carbs: int | None = None
    drug: str = ""


_LABELS = """
porridge|milk gluten|pureed|95|24
scrambled eggs|egg milk|soft|310|2
cheddar toast|milk gluten|regular|520|18
rice pudding|milk|soft|80|38
lentil soup|celery|pureed|640|26
grilled cod|fish|soft|210|0
fish pie|fish milk gluten|soft|560|31
creamed spinach|milk|pureed|340|7
kale crisps||regular|290|9
grapefruit half||regular|0|13
citrus salad|nuts|regular|5|21
apple sauce||pureed|4|19
fruit jelly||soft|45|34
walnut cake|nuts egg gluten|regular|230|46
cheese board|milk nuts|regular|710|5
chicken broth|celery|pureed|860|3
roast chicken||regular|380|0
mashed potato|milk|pureed|300|29
tofu curry|soy nuts|soft|450|22
soy yoghurt|soy|pureed|60|11
egg noodles|egg gluten|soft|150|42
green salad||regular|20|4
banana||soft|1|27
ham sandwich|gluten|regular|980|33
"""
FOODS = tuple(
    Food(name, frozenset(contains.split()), texture, int(sodium), int(carbs))
    for name, contains, texture, sodium, carbs in (
        line.split("|") for line in _LABELS.strip().splitlines()
    )
)


def findings(card: Card, tray: list[Food]) -> set[Finding]:
    """Everything on a tray that the card forbids."""
    found = set()
    for number, food in enumerate(tray, start=1):
        if card.allergies & food.contains:
            found.add((number, "allergen"))
        if TEXTURES.index(food.texture) > TEXTURES.index(card.texture):
            found.add((number, "texture"))
        if card.sodium is not None and food.sodium > card.sodium:
            found.add((number, "sodium"))
        if card.carbs is not None and food.carbs > card.carbs:
            found.add((number, "carbs"))
        if card.drug and food.name in DRUGS[card.drug][1]:
            found.add((number, "drug"))
    return found


def draw_audit(rng: Random, level: int) -> tuple[Card, list[Food]]:
    """A card and a tray with findings on at least two items, and none on at least two others."""
    size, orders = SIZES[level]
    while True:
        tray = rng.sample(FOODS, size)
        card = _draw_card(rng, orders)
        found = findings(card, tray)
        faulty = {number for number, _ in found}
        if 2 <= len(faulty) <= size - 2 - level // 2 and len({r for _, r in found}) > 1:
            return card, tray


def _draw_card(rng: Random, orders: int) -> Card:
    kinds = rng.sample(REASONS, orders)
    allergens = sorted({allergen for food in FOODS for allergen in food.contains})
    return Card(
        frozenset(rng.sample(allergens, rng.randint(1, 2)) if "allergen" in kinds else ()),
        rng.choice(("pureed", "soft", "soft")) if "texture" in kinds else "regular",
        rng.choice((200, 300, 400)) if "sodium" in kinds else None,
        rng.choice((20, 25, 30)) if "carbs" in kinds else None,
        rng.choice(sorted(DRUGS)) if "drug" in kinds else "",
    )


def describe(card: Card) -> list[str]:
    """The orders of a card in words."""
    lines = []
    if card.allergies:
        lines.append(f"allergic to {' and '.join(sorted(card.allergies))}")
    if card.texture != "regular":
        lines.append(f"texture: {card.texture} or smoother")
    if card.sodium is not None:
        lines.append(f"sodium: at most {card.sodium} mg an item")
    if card.carbs is not None:
        lines.append(f"carbs: at most {card.carbs} g an item")
    if card.drug:
        lines.append(f"takes {card.drug}: no {DRUGS[card.drug][0]}")
    return lines


_LINE = re.compile(r"([1-9][0-9]?) *: *([a-z]+(?: *, *[a-z]+)*)")


def read_answer(answer: str) -> set[Finding] | None:
    """The findings of an answer; None if a line of it cannot be read, or there is no line."""
    lines = [line.strip() for line in answer.lower().split("\n") if line.strip()]
    found = set()
    for line in lines:
        match = _LINE.fullmatch(line)
        if match is None:
            return None
        for reason in match[2].split(","):
            if reason.strip() not in REASONS:
                return None
            found.add((int(match[1]), reason.strip()))
    return found or None


def mark(reported: set[Finding], true: set[Finding]) -> float:
    """Right findings less wrong ones, as a share of those that there are; at least 0."""
    right = reported & true
    wrong = reported - true
    return max(0.0, (len(right) - len(wrong)) / len(true))
