"""Weeks, and the rules of the rota."""

from __future__ import annotations

import itertools
from collections import Counter
from random import Random

try:
    from .models import Guard
except ImportError:
    from models import Guard

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri")
SHIFTS = tuple(f"{day} {part}" for day in DAYS for part in ("early", "late"))
NAMES = ("Anna", "Bela", "Cleo", "Dario", "Edda", "Falk", "Gitte")


def week(rng: Random) -> list[Guard]:
    """Guards for whom there is a rota without faults."""
    names = rng.sample(NAMES, 5)
    badges = set(rng.sample(names, 3))
    plan: list[str] = []
    for place in range(len(SHIFTS)):
        able = [n for n in names if (place % 2 == 0 or n in badges) and (not plan or n != plan[-1])]
        plan.append(rng.choice(able))
    guards = []
    for name in names:
        works = {SHIFTS[place].split()[0] for place, who in enumerate(plan) if who == name}
        away = [day for day in DAYS if day not in works and rng.random() < 0.5]
        guards.append(Guard(name=name, badge=name in badges, limit=plan.count(name), away=away))
    return guards


def faults(guards: list[Guard], rota: dict[str, str]) -> list[str]:
    """What is wrong with a rota."""
    found = []
    known = {guard.name: guard for guard in guards}
    for shift in SHIFTS:
        if shift not in rota:
            found.append(f"{shift}: no guard")
    for shift, name in rota.items():
        if shift not in SHIFTS:
            found.append(f"{shift}: no such shift")
        elif name not in known:
            found.append(f"{shift}: no guard is called {name}")
        else:
            day, part = shift.split()
            if day in known[name].away:
                found.append(f"{shift}: {name} is away")
            if part == "late" and not known[name].badge:
                found.append(f"{shift}: {name} has no badge")
    for one, two in itertools.pairwise(SHIFTS):
        if one in rota and rota[one] == rota.get(two):
            found.append(f"{one} and {two}: both {rota[one]}")
    for name, number in Counter(rota.values()).items():
        if name in known and number > known[name].limit:
            found.append(f"{name}: {number} shifts, at most {known[name].limit}")
    return found
