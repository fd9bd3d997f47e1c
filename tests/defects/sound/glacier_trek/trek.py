"""The rules of the trek."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

PRICE = 10
MONEY = 120
DAYS = 14
LEVELS = {1: (3, 4), 2: (5, 6)}


@dataclass
class Trek:
    """The state of a trek."""

    stages: int
    weather: tuple[str, ...]
    drop_day: int
    drop: int
    day: int = 0
    stage: int = 0
    rations: int = 0
    money: int = MONEY
    spent_now: int = 0
    starved: bool = False

    @property
    def arrived(self) -> bool:
        """Whether the party is at the hut."""
        return self.stage >= self.stages

    @property
    def over(self) -> bool:
        """Whether the trek has ended."""
        return self.arrived or self.starved or self.day >= DAYS

    def buy(self, count: int) -> str:
        """Buy rations; returns why not, or ""."""
        if self.day > 0:
            return "the shop is far behind you"
        if not 0 < count * PRICE <= self.money:
            return "the shop does not sell that"
        self.spent_now = count * PRICE
        self.money -= self.spent_now
        self.rations += count
        return ""

    def walk(self) -> str:
        """Walk for a day; in a storm the party gets nowhere."""
        self._morning()
        if self.rations == 0:
            self.starved = True
            return "nothing to eat: the party turns back"
        self.rations -= 1
        clear = self.weather[self.day] == "clear"
        self.stage += clear
        self.day += 1
        return "one stage further" if clear else "lost a day in the storm"

    def camp(self) -> str:
        """Stay in the tent for a day."""
        self._morning()
        if self.rations == 0:
            self.starved = True
            return "nothing to eat: the party turns back"
        self.rations -= 1
        self.day += 1
        return "a day in camp"

    def _morning(self) -> None:
        if self.day == self.drop_day:
            self.rations += self.drop


def draw_trek(rng: Random, level: int) -> Trek:
    """A trek that can be finished, with an airdrop after a few days."""
    stages = rng.choice(LEVELS[level])
    storms = rng.sample(range(1, 10), rng.randint(2, 4))
    weather = tuple("storm" if day in storms else "clear" for day in range(DAYS))
    return Trek(stages, weather, drop_day=rng.randint(2, 4), drop=stages + rng.randint(1, 3))


def rations_needed(weather: Sequence[str], stages: int, drop_in: int, drop: int) -> int:
    """The fewest rations that a party must buy which walks on every clear day."""
    clear = [day for day, kind in enumerate(weather) if kind == "clear"]
    days = clear[stages - 1] + 1
    before = days if drop_in < 0 else min(days, drop_in)
    from_drop = drop if 0 <= drop_in < days else 0
    return max(before, days - from_drop)
