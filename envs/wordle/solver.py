"""Play by information gain: guess what splits the remaining candidates best."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

from .game_rules import GUESSES, Level, Turn, consistent, feedback, keeps_hints

_SAMPLE = 250  # candidates that a guess is weighed against
_BUDGET = 15_000  # feedbacks that may be worked out for one turn


def best_guess(level: Level, history: Sequence[Turn], *, hard: bool = False) -> str:
    """The guess with the highest entropy of feedback; on the last turns, a possible target."""
    if not history:
        return _opening(level)
    remaining = [word for word in level.answers if consistent(word, history)]
    if len(remaining) <= 2 or len(history) == GUESSES - 1:
        return remaining[0]
    sample = _spread(remaining, _SAMPLE)
    weighed = _BUDGET // len(sample) // 2
    probes = _spread(level.answers, weighed)
    allowed = [word for word in probes if not hard or keeps_hints(word, history)]
    possible = set(remaining)
    return max(
        _spread(remaining, weighed) + allowed,
        key=lambda word: (round(entropy(word, sample), 9), word in possible),
    )


def entropy(guess: str, targets: Sequence[str]) -> float:
    """Bits that the feedback for `guess` tells about a target drawn evenly from `targets`."""
    sizes = Counter(feedback(guess, target) for target in targets).values()
    return math.log2(len(targets)) - math.fsum(n * math.log2(n) for n in sizes) / len(targets)


def _opening(level: Level) -> str:
    return "tares" if level.words else level.letters[: level.length]


def _spread(items: Sequence[str], count: int) -> list[str]:
    step = max(1, len(items) // count)
    return list(items[::step])[:count]
