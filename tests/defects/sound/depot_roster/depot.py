"""The days of the depot: how they are made, varied and checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

REST = 30
BASE_DAYS = 100
MOST_DUTIES = 3
VARIANTS = 3
BUSES = ("single-deck", "double-deck", "articulated")
NAMES = [
    "Asha",
    "Bruno",
    "Carla",
    "Dmitri",
    "Elif",
    "Farid",
    "Greta",
    "Hamza",
    "Ines",
    "Jonas",
    "Keiko",
    "Lamine",
    "Mira",
    "Nadia",
    "Oskar",
    "Priya",
    "Quentin",
    "Rosa",
    "Selim",
    "Tove",
    "Uma",
    "Viktor",
    "Wanda",
    "Xenia",
    "Yusuf",
    "Zofia",
]
SIZES = {1: (3, 6), 2: (4, 9)}
"""Drivers and duties, by level."""


@dataclass(frozen=True)
class DriverRow:
    """A driver; times are minutes after midnight."""

    name: str
    on: int
    off: int
    licences: tuple[str, ...]
    most: int


@dataclass(frozen=True)
class DutyRow:
    """A duty; times are minutes after midnight."""

    number: int
    bus: str
    start: int
    end: int


@dataclass(frozen=True)
class Day:
    """What is to be rostered."""

    drivers: tuple[DriverRow, ...]
    duties: tuple[DutyRow, ...]


def base_days(level: int) -> list[Day]:
    """The days of a level; neither first come, first served nor rotation solves any of them."""
    rng = Random(f"depot {level}")
    days: list[Day] = []
    while len(days) < BASE_DAYS:
        day = _draw(rng, *SIZES[level])
        if not (_served_in_turn(day) or _rotates(day) or day in days):
            days.append(day)
    return days


def variant(day: Day, number: int) -> Day:
    """The day at another depot: other names and duty numbers, and everything some minutes later."""
    rng = Random(f"variant {number} {day}")
    later = 5 * rng.randrange(1, 12)
    names = rng.sample(NAMES, len(day.drivers))
    first = 100 * rng.randint(1, 8)
    return Day(
        tuple(
            replace(driver, name=name, on=driver.on + later, off=driver.off + later)
            for driver, name in zip(day.drivers, names, strict=True)
        ),
        tuple(
            replace(duty, number=first + place, start=duty.start + later, end=duty.end + later)
            for place, duty in enumerate(day.duties, 1)
        ),
    )


def may_take(driver: DriverRow, duty: DutyRow, before: list[DutyRow]) -> bool:
    """Whether the driver may take a duty after those `before`, which all start earlier."""
    if duty.bus not in driver.licences or duty.start < driver.on or duty.end > driver.off:
        return False
    if before and duty.start - before[-1].end < REST:
        return False
    return sum(each.end - each.start for each in (*before, duty)) <= driver.most


def problem(day: Day, roster: Mapping[str, str]) -> str:
    """The first rule that a roster breaks; "" if it keeps all of them."""
    numbers = {str(duty.number) for duty in day.duties}
    if set(roster) != numbers:
        return "every duty of the day must be given to one driver, and no other duty"
    drivers = {driver.name: driver for driver in day.drivers}
    taken: dict[str, list[DutyRow]] = {name: [] for name in drivers}
    for duty in day.duties:
        name = roster[str(duty.number)]
        if name not in drivers:
            return f"duty {duty.number}: there is no such driver"
        if not may_take(drivers[name], duty, taken[name]):
            return f"duty {duty.number}: this driver may not take it"
        taken[name].append(duty)
    return ""


def _draw(rng: Random, driver_count: int, duty_count: int) -> Day:
    """A day made from a roster that is then forgotten, so that there is at least one."""
    shares = [1] * driver_count
    while sum(shares) < duty_count:
        place = rng.randrange(driver_count)
        shares[place] += shares[place] < MOST_DUTIES
    drivers, duties = [], []
    for share in shares:
        at = 10 * rng.randint(30, 45)
        own: list[DutyRow] = []
        for _ in range(share):
            end = at + 10 * rng.randint(5, 14)
            own.append(DutyRow(0, rng.choice(BUSES), at, end))
            at = end + 10 * rng.randint(3, 6)
        licences = {duty.bus for duty in own} | {rng.choice(BUSES)}
        drivers.append(
            DriverRow(
                name="",
                on=own[0].start - 10 * rng.randint(0, 3),
                off=own[-1].end + 10 * rng.randint(0, 3),
                licences=tuple(sorted(licences)),
                most=sum(duty.end - duty.start for duty in own) + 10 * rng.randint(0, 2),
            )
        )
        duties += own
    rng.shuffle(drivers)
    duties.sort(key=lambda duty: (duty.start, duty.end, duty.bus))
    return Day(tuple(drivers), tuple(duties))


def _served_in_turn(day: Day) -> bool:
    """Whether it works to give each duty to the first driver, or the last, who may take it."""
    for drivers in (day.drivers, day.drivers[::-1]):
        taken: list[list[DutyRow]] = [[] for _ in drivers]
        for duty in day.duties:
            fits = (i for i, each in enumerate(drivers) if may_take(each, duty, taken[i]))
            place = next(fits, None)
            if place is None:
                break
            taken[place].append(duty)
        else:
            return True
    return False


def _rotates(day: Day) -> bool:
    """Whether it works to give the duties to the drivers in rotation, whoever is first."""
    for drivers in (day.drivers, day.drivers[::-1]):
        for first in range(len(drivers)):
            taken: list[list[DutyRow]] = [[] for _ in drivers]
            for place, duty in enumerate(day.duties, first):
                at = place % len(drivers)
                if not may_take(drivers[at], duty, taken[at]):
                    break
                taken[at].append(duty)
            else:
                return True
    return False


def clock(minutes: int) -> str:
    """Minutes after midnight as HH:MM."""
    return f"{minutes // 60:02d}:{minutes % 60:02d}"
