"""Play by information gain: guess what divides the remaining candidates best."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from .game_rules import GUESSES, Level, Turn, feedback, keeps_hints, levels

_SAMPLE = 40  # candidates that the entropy of a guess is computed on
_BUDGET = 1_000  # feedbacks computed for one turn


def best_guess(level: Level, history: Sequence[Turn], *, hard: bool = False) -> str:
    """Return the guess whose feedback has the highest entropy; at the end, a possible target.

    Args:
        level: The level that is played.
        history: Guesses and their marks so far.
        hard: Whether guesses must keep every hint.
    """
    if not history:
        return _first_guess(level)
    remaining = _remaining(level.number, tuple(history))
    if len(remaining) <= 2 or len(history) == GUESSES - 1:
        return remaining[0]
    sample = _evenly_spaced(remaining, _SAMPLE)
    guess_count = _BUDGET // len(sample) // 2
    probes = _evenly_spaced(level.answers, guess_count)
    allowed = [word for word in probes if not hard or keeps_hints(word, history)]
    possible = set(remaining)
    return max(
        _evenly_spaced(remaining, guess_count) + allowed,
        key=lambda word: (round(entropy(word, sample), 9), word in possible),
    )


def entropy(guess: str, targets: Sequence[str]) -> float:
    """Return the bits of information in the feedback for `guess` on equally likely `targets`."""
    sizes = Counter(feedback(guess, target) for target in targets).values()
    return math.log2(len(targets)) - math.fsum(n * math.log2(n) for n in sizes) / len(targets)


@lru_cache(maxsize=1024)
def _remaining(number: int, history: tuple[Turn, ...]) -> list[str]:
    """The answers of a level that a history allows; those of the turn before are known."""
    if not history:
        return list(levels()[number].answers)
    guess, marks = history[-1]
    return [word for word in _remaining(number, history[:-1]) if feedback(guess, word) == marks]


def _first_guess(level: Level) -> str:
    return "tares" if level.words else level.letters[: level.length]


def _evenly_spaced(items: Sequence[str], count: int) -> list[str]:
    """Up to `count` items at equal distances."""
    step = max(1, len(items) // count)
    return list(items[::step])[:count]
