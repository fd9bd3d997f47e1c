"""Draw from Hypothesis strategies by seed, at the cost of the draw alone, and shrink the values."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hypothesis.strategies import SearchStrategy

from hallmark_rl.sdk.coding.hypothesis_draws import NoValueError, Recorder

Choices = tuple[Any, ...]
_ATTEMPTS = 200


@dataclass(frozen=True, slots=True)
class Drawn:
    """A value and the choices that lead to it."""

    value: Any
    choices: Choices


def draw(strategy: SearchStrategy[Any], rng: random.Random) -> Drawn:
    """One value; equal states of `rng` give equal values, in every program."""
    for _ in range(_ATTEMPTS):
        found = _value(strategy, Recorder(rng))
        if found is not None:
            return found
    raise ValueError(f"{strategy!r:.200} rejected {_ATTEMPTS} draws: make its filters pass more")


def replay(strategy: SearchStrategy[Any], choices: Sequence[Any]) -> Drawn | None:
    """The value behind `choices`, or None where they no longer make one."""
    return _value(strategy, Recorder(choices=choices))


def _value(strategy: SearchStrategy[Any], recorder: Recorder) -> Drawn | None:
    try:
        return Drawn(recorder.value(strategy), tuple(recorder.made))
    except NoValueError:
        return None


def shrink(
    strategy: SearchStrategy[Any],
    start: Drawn,
    failing: Callable[[Sequence[Any]], Sequence[bool]],
    *,
    rounds: int = 8,
    batch: int = 64,
) -> Drawn:
    """A smaller value that still fails.

    `failing` is asked about a whole batch at a time, one sandbox run each, so shrinking costs
    `rounds` runs at most, whatever the value.
    """
    best = start
    seen = {best.choices}
    for _ in range(rounds):
        candidates: list[Drawn] = []
        for choices in _simpler(best.choices):
            if choices in seen:
                continue
            seen.add(choices)
            found = replay(strategy, choices)
            if found is not None and _key(found.choices) < _key(best.choices):
                candidates.append(found)
            if len(candidates) == batch:
                break
        if not candidates:
            break
        verdicts = failing([candidate.value for candidate in candidates])
        failed = [c for c, bad in zip(candidates, verdicts, strict=True) if bad]
        if failed:
            best = min(failed, key=lambda found: _key(found.choices))
        elif len(candidates) < batch:
            break
    return best


def _simpler(choices: Choices) -> Iterator[Choices]:
    """Shorter sequences first (long cuts before short ones), then smaller single choices."""
    count = len(choices)
    for width in (16, 8, 4, 3, 2, 1):
        for at in range(0, count - width + 1):
            yield choices[:at] + choices[at + width :]
    for at, choice in enumerate(choices):
        for smaller in _smaller(choice):
            yield (*choices[:at], smaller, *choices[at + 1 :])


def _smaller(choice: Any) -> Iterator[Any]:
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
        for at in range(len(choice)):
            yield choice[:at] + choice[at + 1 :]


def _key(choices: Choices) -> tuple[int, list[tuple[int, bool, str]]]:
    return len(choices), [_weight(choice) for choice in choices]


def _weight(choice: Any) -> tuple[int, bool, str]:
    if isinstance(choice, str | bytes):
        return len(choice), False, repr(choice)
    magnitude = min(abs(choice), 10**18) if choice == choice else 10**18
    return int(magnitude * 2), choice < 0, repr(choice)
