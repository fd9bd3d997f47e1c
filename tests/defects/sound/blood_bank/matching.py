"""Who may get which unit, and which units the desk issues."""

import random
from dataclasses import dataclass
from typing import Any

ABO = ("O", "A", "B", "AB")
ABO_WEIGHTS = (45, 38, 12, 5)
RECEIVES = {"O": "O", "A": "O A", "B": "O B", "AB": "O A B AB"}
ANTIGENS = ("K", "E", "c", "Fya", "Jkb")
SHARE_REFERRED = 0.2
FRIDGE_SIZE = 10


@dataclass(frozen=True)
class Order:
    """One order: the patient, the number of units, and what the fridge holds."""

    patient: dict[str, Any]
    needed: int
    fridge: list[dict[str, Any]]


def suitable(patient: dict[str, Any], unit: dict[str, Any]) -> bool:
    """Whether the patient may get the unit."""
    if unit["abo"] not in RECEIVES[patient["abo"]].split():
        return False
    if patient["rh"] == "-" and unit["rh"] == "+":
        return False
    if set(patient["antibodies"]) & set(unit["antigens"]):
        return False
    return all(unit[special] for special in patient["special"])


def to_issue(order: Order) -> list[str]:
    """Labels of the units that the desk issues; empty if the order has to be referred."""
    fitting = [unit for unit in order.fridge if suitable(order.patient, unit)]
    if len(fitting) < order.needed:
        return []
    fitting.sort(key=lambda unit: unit["expires_in_days"])
    return [unit["label"] for unit in fitting[: order.needed]]


def is_right(order: Order, units: list[str], refer: bool) -> bool:
    """Whether the desk's decision is right."""
    wanted = to_issue(order)
    if not wanted:
        return refer and not units
    return not refer and sorted(units) == sorted(wanted)


def _draw_patient(rng: random.Random, level: int) -> dict[str, Any]:
    specials = ("irradiated", "cmv_negative")
    return {
        "abo": rng.choices(ABO, ABO_WEIGHTS)[0],
        "rh": "-" if rng.random() < 0.35 else "+",
        "antibodies": sorted(rng.sample(ANTIGENS, rng.randint(1, 2))) if level >= 2 else [],
        "special": sorted(rng.sample(specials, rng.randint(1, 2))) if level >= 3 else [],
    }


def _draw_fridge(rng: random.Random) -> list[dict[str, Any]]:
    labels = rng.sample(range(1000, 10000), FRIDGE_SIZE)
    days = rng.sample(range(2, 36), FRIDGE_SIZE)
    return [
        {
            "label": f"U{label}",
            "abo": rng.choices(ABO, ABO_WEIGHTS)[0],
            "rh": "-" if rng.random() < 0.4 else "+",
            "antigens": [antigen for antigen in ANTIGENS if rng.random() < 0.35],
            "irradiated": rng.random() < 0.7,
            "cmv_negative": rng.random() < 0.7,
            "expires_in_days": day,
        }
        for label, day in zip(labels, days, strict=True)
    ]


def draw_order(rng: random.Random, level: int) -> Order:
    """A random order; one in five cannot be filled from the fridge."""
    short = rng.random() < SHARE_REFERRED
    needed = (
        rng.randint(1, 4) if level == 1 else rng.randint(1, 3) if level == 2 else rng.randint(1, 2)
    )
    while True:
        order = Order(_draw_patient(rng, level), needed, _draw_fridge(rng))
        fitting = sum(suitable(order.patient, unit) for unit in order.fridge)
        if short and needed - 2 <= fitting < needed:
            return order
        if not short and needed <= fitting <= needed + 3:
            return order
