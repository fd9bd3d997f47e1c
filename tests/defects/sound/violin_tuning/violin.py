"""A violin with four strings that are out of tune."""

from __future__ import annotations

from random import Random

STRINGS = ("G", "D", "A", "E")
GAUGES = {"G": 5.8, "D": 5.1, "A": 4.9, "E": 7.2}
NOISE = 1.5
IN_TUNE = 5.0
MAX_TURN = 130


class Violin:
    """The pitch errors in cents, and the wear of the pegs."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self.errors = {
            string: rng.choice((-1, 1)) * round(rng.uniform(15.0, 60.0), 1) for string in STRINGS
        }
        self.wear = {string: round(rng.uniform(-0.012, 0.012), 3) for string in STRINGS}

    def beat(self, string: str) -> float:
        """The size of a string's error, as it is heard."""
        return round(abs(abs(self.errors[string]) + self._rng.uniform(-NOISE, NOISE)), 1)

    def turn(self, string: str, cents: float) -> None:
        """Change the pitch of a string."""
        self.errors[string] = round(self.errors[string] + cents, 3)

    def torque(self) -> dict[str, float]:
        """How hard every peg resists."""
        return {string: round(GAUGES[string] + self.wear[string], 3) for string in STRINGS}

    def tuned(self) -> bool:
        """Whether every string is in tune."""
        return all(abs(error) <= IN_TUNE for error in self.errors.values())
