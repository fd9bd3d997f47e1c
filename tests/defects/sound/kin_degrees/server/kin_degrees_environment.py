"""Which cousins are they?"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any, NamedTuple

from hallmark_rl.sdk import Column, Reward, Setup, TaskSet, VerifiedEnvironment, VerifiedState

from ..models import KinDegreesAction, KinDegreesObservation

COUNTS = {"train": 200, "test": 60}
_NAMES = (
    "Ada Bo Cy Dot Eli Fay Gus Hal Ida Jo Kit Leo Mia Ned Ora Pat Quin Rex Sue Tom Una Val Wes "
    "Xena Yul Zoe Abe Bea Cal Dee Ed Fern Gil Hope Ike June"
)
NAMES = tuple(_NAMES.split())
QUESTION = (
    "{} and {} are cousins. Go up from each to their nearest common ancestor: the degree is the "
    "smaller number of generations minus one, and removed is the difference of the two numbers. "
    "What is the degree, and how many times are they removed?"
)


class Family(NamedTuple):
    """A family tree, and the pair that is asked for."""

    parents: dict[str, str]
    pair: tuple[str, str]


class Folder:
    """A family and the answer that was given."""

    def __init__(self, family: Family) -> None:
        self.family = family
        self.answer: tuple[int, int] | None = None


def line(parents: Mapping[str, str], name: str) -> list[str]:
    """A person and the ancestors, upwards."""
    names = [name]
    while names[-1] in parents:
        names.append(parents[names[-1]])
    return names


def relation(parents: Mapping[str, str], one: str, other: str) -> tuple[int, int]:
    """Degree and removal; the degree is below 1 for all who are not cousins."""
    up, down = line(parents, one), line(parents, other)
    shared = next(name for name in up if name in down)
    first, second = up.index(shared), down.index(shared)
    return min(first, second) - 1, abs(first - second)


def grow(rng: Random) -> Family:
    """Draw a family and a pair of cousins."""
    names = rng.sample(NAMES, 22)
    parents: dict[str, str] = {}
    generation, rest = [names[0]], names[1:]
    for size in (3, 5, 6, 7):
        children, rest = rest[:size], rest[size:]
        spread = [*generation, *rng.choices(generation, k=size)][:size]
        parents |= dict(zip(children, spread, strict=True))
        generation = children
    kinds: dict[tuple[int, int], list[tuple[str, str]]] = {}
    for one in names:
        for other in names:
            kind = relation(parents, one, other)
            if kind[0] > 0:
                kinds.setdefault(kind, []).append((one, other))
    pair = rng.choice(kinds[rng.choice(sorted(kinds))])
    order = sorted(parents)
    rng.shuffle(order)
    return Family({child: parents[child] for child in order}, pair)


def family_of(split: str, number: int) -> Family:
    """The family with a number in a split."""
    return grow(Random(f"kin {split} {number}"))


class KinDegreesEnvironment(
    VerifiedEnvironment[KinDegreesAction, KinDegreesObservation, VerifiedState, Folder]
):
    """Name the degree of two cousins."""

    max_steps = 1
    tasks = TaskSet(
        {
            split: {1: [(split, number) for number in range(count)]}
            for split, count in COUNTS.items()
        }
    )
    reward = Reward(Column("right", lambda t: float(t.facts["right"]), kind="outcome"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Folder, KinDegreesObservation]:
        """Open the folder of a family."""
        assert setup.task is not None
        folder = Folder(family_of(*setup.task.payload))
        return folder, self._sheet(folder)

    def advance(self, game: Folder, action: KinDegreesAction) -> KinDegreesObservation:
        """Take the answer."""
        game.answer = action.degree, action.removed
        return self._sheet(game, "answered", done=True)

    def facts(self, game: Folder) -> Mapping[str, Any]:
        """Whether the answer is right."""
        return {"right": game.answer == relation(game.family.parents, *game.family.pair)}

    def _sheet(
        self, folder: Folder, note: str = "", *, done: bool = False
    ) -> KinDegreesObservation:
        family = folder.family
        return KinDegreesObservation(
            parents=dict(family.parents),
            question=QUESTION.format(*family.pair),
            pair=list(family.pair),
            note=note,
            done=done,
        )
