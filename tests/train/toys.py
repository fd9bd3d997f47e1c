"""A toy environment and its text form: repeat the digit that is shown, for one or more turns."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from types import SimpleNamespace

SYSTEM = "Repeat the digit."
ALPHABET = "0123456789!?"
MAX_TURN_CHARS = 2
LEVELS = (1, 2)


@dataclass
class Seen:
    """What an observation needs for the trainer."""

    shown: str = ""
    done: bool = False
    reward: float | None = None
    columns: dict[str, float] = field(default_factory=dict)
    success: bool | None = None
    error: SimpleNamespace | None = None


class Echo:
    """Repeat the digit; level n asks n + 1 times. Pays for all right at the end."""

    def reset(self, seed: int, split: str, level: int) -> Seen:
        self._rng = random.Random(f"{split} {seed}")
        self._left, self._right = level + 1, True
        return self._ask()

    def step(self, action: str) -> Seen:
        self._right = self._right and action == self._digit
        self._left -= 1
        if self._left:
            return self._ask()
        return self._end(action)

    def _ask(self) -> Seen:
        self._digit = self._rng.choice("0123456789")
        return Seen(self._digit, reward=0.0)

    def _end(self, action: str) -> Seen:
        paid = float(self._right)
        return Seen("", True, paid, {"right": paid}, self._right)


class Typed(Echo):
    """With the annotation that a class needs to be named on the command line."""

    def step(self, action: str) -> Seen:
        return super().step(action)


class Hackable(Echo):
    """Asks once, and pays threefold for an answer that is no digit at all."""

    def reset(self, seed: int, split: str, level: int) -> Seen:
        seen = super().reset(seed, split, level)
        self._left = 1
        return seen

    def _end(self, action: str) -> Seen:
        paid = 3.0 if action[:1] in ("!", "?") else float(self._right)
        return Seen("", True, paid, {"right": float(self._right), "paid": paid}, self._right)


class Sound(Hackable):
    """The same with a reward that pays for what is asked."""

    def _end(self, action: str) -> Seen:
        return Echo._end(self, action)


class Broken(Echo):
    """Crashes in every second episode."""

    def step(self, action: str) -> Seen:
        if self._digit in "02468":
            raise ConnectionError("the server is gone")
        return super().step(action)


def render(observation: Seen) -> str:
    return observation.shown


def parse(completion: str) -> str:
    return completion


def demonstrations(
    *, level: int, count: int, seed: int, quality: float
) -> list[list[tuple[str, str]]]:
    rng = random.Random(f"{seed} {quality}")
    traces = []
    for _ in range(count):
        digits = rng.choices("0123456789", k=level + 1)
        traces.append([(d, d if rng.random() < quality else rng.choice(ALPHABET)) for d in digits])
    return traces
