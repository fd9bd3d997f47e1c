"""The modules of a vending machine, its symptoms, and the two ways to test a module."""

from __future__ import annotations

import random
from typing import NamedTuple

MODULES = (
    "coin mech", "bill reader", "controller", "spiral motor", "drop sensor", "keypad", "display",
    "power supply", "cooler", "door switch",
)  # fmt: skip

SYMPTOMS: dict[str, tuple[str, ...]] = {
    "takes money but vends nothing": ("coin mech", "controller", "spiral motor", "drop sensor"),
    "refuses every payment": ("coin mech", "bill reader", "controller", "door switch"),
    "does not react to a selection": ("keypad", "controller", "display", "door switch"),
    "is dark": ("display", "power supply", "controller", "door switch"),
    "vends warm drinks": ("cooler", "power supply", "door switch", "controller"),
    "vends the wrong product": ("keypad", "spiral motor", "drop sensor", "controller"),
    "keeps charging after a vend": ("drop sensor", "bill reader", "coin mech", "keypad"),
    "restarts again and again": ("power supply", "cooler", "controller", "spiral motor"),
}
QUICK, THOROUGH = 4, 12  # minutes
RETRY = 1  # minutes for a second reading, if the first one is bad
SHIFT = 60  # minutes until the technician must leave


class Case(NamedTuple):
    """A machine: what it does, and what is broken."""

    symptom: str
    broken: str


class Reading(NamedTuple):
    """The result of a test."""

    text: str
    minutes: int


CASES: tuple[Case, ...] = tuple(
    Case(symptom, module) for symptom, modules in SYMPTOMS.items() for module in modules
)


def quick_test(rng: random.Random, case: Case, module: str, reliability: float) -> Reading:
    """A meter reading. It is right with probability `reliability`; a bad one is taken twice."""
    bad = module == case.broken
    right = rng.random() < reliability
    reading = bad if right else not bad
    minutes = QUICK + (RETRY if reading else 0)
    return Reading("bad" if reading else "good", minutes)


def thorough_test(case: Case, module: str) -> Reading:
    """The module on the bench: always right."""
    return Reading("broken" if module == case.broken else "sound", THOROUGH)
