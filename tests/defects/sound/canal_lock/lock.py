"""The lock itself: queues, chamber, water and clock."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

NAMES = [
    "Avocet",
    "Bittern",
    "Curlew",
    "Dunlin",
    "Egret",
    "Fulmar",
    "Gannet",
    "Heron",
    "Ibis",
    "Jacana",
    "Kestrel",
    "Lapwing",
    "Merlin",
    "Nuthatch",
    "Osprey",
    "Plover",
    "Redshank",
    "Siskin",
    "Teal",
    "Wigeon",
]
MINUTES = {"admit": 2, "fill": 6, "drain": 5, "release": 3}
SIZES = {1: (4, 1), 2: (8, 2), 3: (14, 3)}  # level: boats of the shift, berths


@dataclass
class Lock:
    """A lock during one shift."""

    berths: int
    low: list[str]
    high: list[str]
    closing: int
    full: bool = False
    minute: int = 0
    chamber: list[str] = field(default_factory=list)
    upward: bool = True
    passed: list[str] = field(default_factory=list)

    @property
    def total(self) -> int:
        return len(self.low) + len(self.high) + len(self.chamber) + len(self.passed)

    @property
    def over(self) -> bool:
        return len(self.passed) == self.total or self.minute >= self.closing

    def sensible(self, move: str) -> bool:
        """Whether the move changes anything."""
        if move == "admit":
            return not self.chamber and bool(self.high if self.full else self.low)
        if move == "release":
            return bool(self.chamber)
        return (move == "fill" and not self.full) or (move == "drain" and self.full)

    def play(self, move: str) -> str:
        """Carry out one move; returns a note."""
        if not self.sensible(move):
            self.minute += 1
            return "a minute goes by"
        if move == "admit":
            queue = self.high if self.full else self.low
            boats = queue[: self.berths]
            self.minute += MINUTES["admit"] * len(boats)
            del queue[: len(boats)]
            self.chamber, self.upward = boats, not self.full
            return f"in: {', '.join(boats)}"
        if move == "release":
            return self._release()
        self.minute += MINUTES[move]
        self.full = move == "fill"
        return f"the water is {'high' if self.full else 'low'}"

    def _release(self) -> str:
        boats = self.chamber
        finished = self.minute + MINUTES["release"] * len(boats)
        on_time = finished <= self.closing
        self.minute = finished
        if not on_time:
            return "the bell rang during the release"
        self.chamber = []
        if self.full == self.upward:
            self.passed += boats
            return f"passed: {', '.join(boats)}"
        (self.low if self.upward else self.high).extend(boats)
        return f"back in the queue: {', '.join(boats)}"


def next_move(full: bool, chamber: int, low: int, high: int, upward: bool) -> str:
    """The lock-keeper's rule: never move an empty chamber while somebody waits on this side."""
    if chamber:
        if full == upward:
            return "release"
        return "drain" if full else "fill"
    if high if full else low:
        return "admit"
    return "drain" if full else "fill"


def new_shift(rng: Random, level: int) -> Lock:
    """A shift whose closing time leaves a few minutes over the lock-keeper's rule."""
    boats, berths = SIZES[level]
    names = rng.sample(NAMES, boats)
    ups = boats // 2
    full = rng.random() < 0.5
    lock = Lock(berths, names[:ups], names[ups:], 10**6, full)
    while not lock.over:
        lock.play(
            next_move(lock.full, len(lock.chamber), len(lock.low), len(lock.high), lock.upward)
        )
    return Lock(berths, names[:ups], names[ups:], lock.minute + rng.randint(0, 3), full)
