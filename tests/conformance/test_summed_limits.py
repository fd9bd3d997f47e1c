"""What is taken stays below a shown limit, added up from what is shown."""

from __future__ import annotations

import itertools
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.summed_limits import summed_limits
from tests.conformance.small_environment import Env, Message, small_context, small_schema

NAMES = ("rope", "tent", "stove", "map")


class Sled(Env):
    """Load what is worth most, below the limit."""

    schema: ClassVar[dict[str, Any]] = small_schema(load={"type": "string"})
    rounds_down = False
    limit_name = "limit_kg"

    def begin(self) -> None:
        self.kg = {name: self.rng.randrange(11, 29) / 10 for name in NAMES}
        self.points = {name: self.rng.randrange(3, 9) for name in NAMES}
        self.most = self.rng.randrange(8, 12)
        loads = itertools.product(range(4), repeat=len(NAMES))
        loads_by_name = [dict(zip(NAMES, counts, strict=True)) for counts in loads]
        self.best = max(filter(self.fits_exactly, loads_by_name), key=self.worth)

    def worth(self, counts: dict[str, int]) -> int:
        return sum(count * self.points[name] for name, count in counts.items())

    def fits_exactly(self, counts: dict[str, int]) -> bool:
        return sum(count * self.kg[name] for name, count in counts.items()) <= self.most + 1e-9

    def fits(self, counts: dict[str, int]) -> bool:
        if not self.rounds_down:
            return self.fits_exactly(counts)
        return sum(int(count * self.kg[name]) for name, count in counts.items()) <= self.most

    def show(self) -> Message:
        items = [{"name": n, "kg": self.kg[n], "points": self.points[n], "stock": 3} for n in NAMES]
        return {"items": items, self.limit_name: self.most}

    def counts(self, action: Message) -> dict[str, int]:
        parts = [part.split() for part in action["load"].split(",")]
        return {name: int(count) for count, name in parts}

    def paid(self, action: Message) -> float:
        self.over = True
        try:
            counts = self.counts(action)
        except ValueError:
            return 0.0
        if not counts.keys() <= {*NAMES} or max(counts.values()) > 3 or not self.fits(counts):
            return 0.0
        return min(1.0, self.worth(counts) / self.worth(self.best))

    def oracle(self) -> Message:
        return {"load": ", ".join(f"{count} {name}" for name, count in self.best.items() if count)}


class RoundsDown(Sled):
    rounds_down = True


class Entries(RoundsDown):
    """The same as a list of objects."""

    schema: ClassVar[dict[str, Any]] = small_schema(load={"type": "array", "items": {}})

    def counts(self, action: Message) -> dict[str, int]:
        return {entry["item"]: entry["count"] for entry in action["load"]}

    def oracle(self) -> Message:
        return {"load": [{"item": n, "count": c} for n, c in self.best.items() if c]}


class NamedOtherwise(RoundsDown):
    limit_name = "distance"


def test_a_sum_of_other_numbers_than_are_shown_is_reported() -> None:
    summed_limits(small_context(Sled))
    for env_class in (RoundsDown, Entries):
        with pytest.raises(PropertyViolated, match=r"'kg' add up to .* though limit_kg is"):
            summed_limits(small_context(env_class))


def test_a_number_that_is_not_named_like_a_limit_is_none() -> None:
    with pytest.raises(NotApplicable, match="no shown limit"):
        summed_limits(small_context(NamedOtherwise))
