"""Draw values from Hypothesis strategies by seed, without a Hypothesis test, and shrink them."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis.strategies import SearchStrategy

from hallmark_rl.sdk.coding.hypothesis_draws import ChoiceRecorder, NoValueError

Choices = tuple[Any, ...]
_MAX_ATTEMPTS = 200


@dataclass(frozen=True, slots=True)
class DrawnValue:
    """A value of a strategy and the choices (Hypothesis' term) that produce it."""

    value: Any
    choices: Choices


def draw(strategy: SearchStrategy[Any], rng: random.Random) -> DrawnValue:
    """Draw one value; equal states of `rng` give equal values, in every process.

    Raises:
        ValueError: The strategy rejected 200 draws.
    """
    for _ in range(_MAX_ATTEMPTS):
        drawn = _drawn(strategy, ChoiceRecorder(rng))
        if drawn is not None:
            return drawn
    raise ValueError(
        f"{strategy!r:.200} rejected {_MAX_ATTEMPTS} draws: make its filters pass more"
    )


def replay(strategy: SearchStrategy[Any], choices: Sequence[Any]) -> DrawnValue | None:
    """Return the value that `choices` produce, or None if they produce none."""
    return _drawn(strategy, ChoiceRecorder(choices=choices))


def _drawn(strategy: SearchStrategy[Any], recorder: ChoiceRecorder) -> DrawnValue | None:
    try:
        return DrawnValue(recorder.value(strategy), tuple(recorder.recorded))
    except NoValueError:
        return None


def shrink(
    strategy: SearchStrategy[Any],
    start: DrawnValue,
    failing: Callable[[Sequence[Any]], Sequence[bool]],
    *,
    rounds: int = 8,
    batch: int = 64,
) -> DrawnValue:
    """Return a smaller value that still fails, or `start`.

    Args:
        strategy: The strategy that `start` was drawn from.
        start: A value that fails.
        failing: For a batch of values, whether each fails. One call can be one sandbox run, so
            shrinking costs at most `rounds` runs.
        rounds: The largest number of calls of `failing`.
        batch: The largest number of values in one call.
    """
    best = start
    tried = {best.choices}
    for _ in range(rounds):
        candidates: list[DrawnValue] = []
        for choices in _simpler(best.choices):
            if choices in tried:
                continue
            tried.add(choices)
            candidate = replay(strategy, choices)
            if candidate is not None and _order(candidate.choices) < _order(best.choices):
                candidates.append(candidate)
            if len(candidates) == batch:
                break
        if not candidates:
            break
        outcomes = failing([candidate.value for candidate in candidates])
        failed = [c for c, fails in zip(candidates, outcomes, strict=True) if fails]
        if failed:
            best = min(failed, key=lambda candidate: _order(candidate.choices))
        elif len(candidates) < batch:
            break
    return best


def _simpler(choices: Choices) -> Iterator[Choices]:
    """Shorter sequences first (long cuts before short ones), then smaller single choices."""
    count = len(choices)
    for width in (16, 8, 4, 3, 2, 1):
        for start in range(0, count - width + 1):
            yield choices[:start] + choices[start + width :]
    for index, choice in enumerate(choices):
        for smaller in _smaller(choice):
            yield (*choices[:index], smaller, *choices[index + 1 :])


def _smaller(choice: Any) -> Iterator[Any]:
    """Smaller values of one choice, the smallest first."""
    if isinstance(choice, bool):
        if choice:
            yield False
    elif isinstance(choice, int):
        yield 0
        if choice < 0:
            yield -choice
        for power in range(abs(choice).bit_length() - 1, -1, -1):
            yield choice - 2**power if choice > 0 else choice + 2**power
    elif isinstance(choice, float):
        yield from (0.0, float(int(choice))) if math.isfinite(choice) else (0.0,)
    elif isinstance(choice, str):
        for index in range(len(choice)):
            yield choice[:index] + choice[index + 1 :]


def _order(choices: Choices) -> tuple[int, list[tuple[int, bool, str]]]:
    """The sort key of choices: fewer first, then smaller ones."""
    return len(choices), [_weight(choice) for choice in choices]


def _weight(choice: Any) -> tuple[int, bool, str]:
    if isinstance(choice, str | bytes):
        return len(choice), False, repr(choice)
    magnitude = min(abs(choice), 10**18) if choice == choice else 10**18
    return int(magnitude * 2), choice < 0, repr(choice)
