"""Bays, vehicles and who may park where."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

FITS = {
    "small": ("compact", "standard"),
    "van": ("standard",),
    "electric": ("charger",),
}
OWNER = {"compact": "small", "standard": "van", "charger": "electric"}
FLOORS = {1: (2, 6), 2: (3, 6), 3: (3, 8)}  # floors, bays on each
VEHICLES = {1: 6, 2: 8, 3: 11}


@dataclass
class Garage:
    """A garage in which some bays are taken when the shift begins."""

    plan: dict[str, str]
    taken: set[str]
    parked: dict[str, str] = field(default_factory=dict)

    def is_free(self, bay: str) -> bool:
        """Whether nothing stands in the bay."""
        return bay not in self.taken and bay not in self.parked

    def free_on(self, floor: int) -> list[str]:
        """The free bays of a floor."""
        return [bay for bay in self.plan if bay.startswith(f"{floor}-") and self.is_free(bay)]


def draw_shift(rng: Random, level: int) -> tuple[Garage, list[str]]:
    """A garage, and vehicles that all find a bay if none is wasted."""
    floors, bays = FLOORS[level]
    labels = [f"{floor}-{bay:02d}" for floor in range(1, floors + 1) for bay in range(1, bays + 1)]
    kinds = rng.choices(list(OWNER), (4, 5, 3), k=len(labels))
    plan = dict(zip(labels, kinds, strict=True))
    free = rng.sample(labels, VEHICLES[level] + 1)
    vehicles = [OWNER[plan[bay]] for bay in rng.sample(free, VEHICLES[level])]
    return Garage(plan, set(labels) - set(free)), vehicles


def strike_points(garage: Garage, vehicle: str, bay: str) -> tuple[int, str]:
    """Strike points for sending the vehicle to the bay, and why; 0 if it can park."""
    kind = garage.plan.get(bay)
    if kind is None:
        return 1, "there is no such bay"
    if vehicle == "van" and kind == "compact":
        return 2, "the van scraped the pillars"
    if kind not in FITS[vehicle]:
        return 1, f"a {kind} bay is not for this vehicle"
    if not garage.is_free(bay):
        return 1, "the bay is taken"
    return 0, "parked"
