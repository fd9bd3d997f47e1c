"""A toy environment and its text form: repeat the digit that is shown, for one or more turns.

The module itself serves as the text form, like an environment's `text.py`.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from types import SimpleNamespace

SYSTEM = "Repeat the digit."
ALPHABET = "0123456789!?"
MAX_TURN_CHARS = 2
LEVELS = (1, 2)


@dataclass
class Observation:
    """The attributes of an observation that the trainer reads."""

    text: str = ""
    done: bool = False
    reward: float | None = None
    columns: dict[str, float] = field(default_factory=dict)
    success: bool | None = None
    error: SimpleNamespace | None = None


class Echo:
    """Repeat the digit. Level n has n + 1 turns; the last pays 1 if all answers were right."""

    def reset(self, seed: int, split: str, level: int) -> Observation:
        self._rng = random.Random(f"{split} {seed}")
        self._left, self._right = level + 1, True
        return self._ask()

    def step(self, action: str) -> Observation:
        self._right = self._right and action == self._digit
        self._left -= 1
        if self._left:
            return self._ask()
        return self._end(action)

    def _ask(self) -> Observation:
        self._digit = self._rng.choice("0123456789")
        return Observation(self._digit, reward=0.0)

    def _end(self, action: str) -> Observation:
        paid = float(self._right)
        return Observation("", True, paid, {"right": paid}, self._right)


class Typed(Echo):
    """With the type annotation that a class needs for `--env module:Class`."""

    def step(self, action: str) -> Observation:
        return super().step(action)


class Hackable(Echo):
    """One turn; pays 3 for an answer that is no digit: a reward hack."""

    def reset(self, seed: int, split: str, level: int) -> Observation:
        observation = super().reset(seed, split, level)
        self._left = 1
        return observation

    def _end(self, action: str) -> Observation:
        paid = 3.0 if action[:1] in ("!", "?") else float(self._right)
        return Observation("", True, paid, {"right": float(self._right), "paid": paid}, self._right)


class Sound(Hackable):
    """The same without the reward hack."""

    def _end(self, action: str) -> Observation:
        return Echo._end(self, action)


class Inverted(Hackable):
    """Pays for wrong answers, so that training makes success fall."""

    def _end(self, action: str) -> Observation:
        paid = float(not self._right)
        return Observation("", True, paid, {"wrong": paid}, self._right)


class Broken(Echo):
    """Raises in about half of the episodes."""

    def step(self, action: str) -> Observation:
        if self._digit in "02468":
            raise ConnectionError("the server is gone")
        return super().step(action)


def render(observation: Observation) -> str:
    return observation.text


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
