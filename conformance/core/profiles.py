"""How much is done: the profiles, as numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Profile:
    """Amounts of work. `deadline` ends the check of one property that hangs."""

    name: str
    seeds: int
    examples: int
    budget: float
    deadline: float
    repeats: int

    def covers(self, other: str) -> bool:
        """Whether properties of the profile `other` are checked in this one."""
        order = list(PROFILES)
        return order.index(other) <= order.index(self.name)


PROFILES = {
    "quick": Profile("quick", seeds=4, examples=15, budget=0.2, deadline=15.0, repeats=2),
    "default": Profile("default", seeds=8, examples=60, budget=1.2, deadline=25.0, repeats=3),
    "thorough": Profile("thorough", seeds=24, examples=600, budget=30.0, deadline=120.0, repeats=5),
}
