"""A registry of packages: releases, what they need, and advisories.

Releases are numbered from 1. A release was tested with releases of about its own age, so what it
needs of another package is a short range around the same relative age. An advisory covers the
releases from the one that introduced a flaw to the one before its fix; a flaw may have no fix yet.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

NAMES = (
    "amber", "birch", "cedar", "delta", "ember", "fjord", "grove", "heath", "inlet", "jetty",
    "karst", "larch", "marsh", "north", "otter", "plume", "quartz", "ridge", "slate", "thorn",
)  # fmt: skip
PACKAGES = {1: 4, 2: 6}  # by level
Lock = Mapping[str, int]


class Need(NamedTuple):
    """A release of `package` needs one of a range of releases of `other`."""

    package: str
    release: int
    other: str
    lowest: int
    highest: int

    def broken_by(self, lock: Lock) -> bool:
        """Whether the lock has this release without what it needs."""
        allowed = range(self.lowest, self.highest + 1)
        return lock.get(self.package) == self.release and lock.get(self.other) not in allowed


class Advisory(NamedTuple):
    """The releases of `package` from `introduced` to the one before `fixed` must not be used."""

    package: str
    introduced: int
    fixed: int

    def covers(self, release: int | None) -> bool:
        """Whether this release has the flaw."""
        return release is not None and self.introduced <= release < self.fixed


@dataclass(frozen=True)
class Registry:
    """The packages of a request with their latest releases, what they need, and the advisories.

    `at_least` is the oldest release that the request accepts, for some of the packages.
    """

    latest: dict[str, int]
    at_least: dict[str, int]
    needs: tuple[Need, ...]
    advisories: tuple[Advisory, ...]

    def problems(self, lock: Lock) -> list[str]:
        """Everything that is wrong with a lock, in words; empty if it can be installed."""
        found = [
            f"{name} is not locked to a release"
            for name, latest in self.latest.items()
            if not 1 <= lock.get(name, 0) <= latest
        ]
        found += [
            f"the request needs a later release of {name}"
            for name, oldest in self.at_least.items()
            if lock.get(name, 0) < oldest
        ]
        found += [
            f"{need.package} {need.release} does not work with the locked {need.other}"
            for need in self.needs
            if need.broken_by(lock)
        ]
        found += [
            f"{advisory.package} {lock[advisory.package]} has an advisory"
            for advisory in self.advisories
            if advisory.covers(lock.get(advisory.package))
        ]
        return found


def draw(level: int, number: int) -> Registry:
    """The registry with this number. At least one lock can be installed."""
    rng = Random(f"pinboard {level} {number}")
    names = rng.sample(NAMES, PACKAGES[level])
    latest = {name: rng.randint(6, 10) for name in names}
    age = rng.uniform(0.35, 0.75)
    good = {name: max(1, round(age * latest[name])) for name in names}
    needs = []
    for place, name in enumerate(names[:-1]):
        later = names[place + 1 :]
        for other in rng.sample(later, min(len(later), rng.randint(1, 2))):
            for release in range(1, latest[name] + 1):
                lowest, highest = _range(release / latest[name], latest[other], rng)
                if release == good[name]:
                    lowest, highest = min(lowest, good[other]), max(highest, good[other])
                needs.append(Need(name, release, other, lowest, highest))
    advisories = [_advisory(name, latest[name], good[name], rng) for name in names]
    rng.shuffle(advisories)
    at_least = {name: good[name] - rng.randint(0, 1) for name in rng.sample(names, 2)}
    return Registry(latest, at_least, tuple(needs), tuple(advisories))


def _range(age: float, latest: int, rng: Random) -> tuple[int, int]:
    """The releases of about this relative age."""
    middle = round(age * latest)
    return max(1, middle - rng.randint(0, 1)), max(1, min(latest, middle + rng.randint(0, 1)))


def _advisory(name: str, latest: int, good: int, rng: Random) -> Advisory:
    """An advisory about this package that leaves the release `good` usable."""
    while True:
        introduced = rng.randrange(latest // 2, latest)
        fixed = rng.randint(introduced + 1, latest + 1)
        advisory = Advisory(name, introduced, fixed)
        if not advisory.covers(good):
            return advisory
