"""What replies to guesses say of their letters: how many are right, or a mark for each.

The rules are those of Mastermind and Wordle: each letter of the code answers for one letter of the
guess at most, and letters at their place come first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

_MOST_PARTS = 6
"""Numbers and words of a text that are read."""
EXACT, MISPLACED, ABSENT = "exact", "misplaced", "absent"


def letter_marks(code: str, guess: str) -> tuple[str, ...]:
    """For each letter of a guess, whether it is at its place, elsewhere in the code, or absent."""
    left = Counter(one for one, other in zip(code, guess, strict=True) if one != other)
    marks = []
    for wanted, letter in zip(code, guess, strict=True):
        if letter == wanted:
            marks.append(EXACT)
        elif left[letter]:
            left[letter] -= 1
            marks.append(MISPLACED)
        else:
            marks.append(ABSENT)
    return tuple(marks)


def letter_counts(code: str, guess: str) -> dict[str, int]:
    """How many letters are at their place, how many are elsewhere, and how many are one of both."""
    marks = Counter(letter_marks(code, guess))
    exact, misplaced = marks[EXACT], marks[MISPLACED]
    return {"exact": exact, "misplaced": misplaced, "common": exact + misplaced}


def numbers_in(reply: Any, guess: str) -> dict[str, int]:
    """The whole numbers of a reply and of its texts, by their places; the guess itself is left out.

    Of each list, only the last item is read.
    """
    found: dict[str, int] = {}
    for path, value in _latest(reply):
        if isinstance(value, int) and not isinstance(value, bool):
            found[path] = value
        elif isinstance(value, str):
            rest = re.sub(re.escape(guess), " ", value, flags=re.I)
            for place, number in enumerate(re.findall(r"\d+", rest)[:_MOST_PARTS]):
                found[f"{path}, number {place + 1}"] = int(number)
    return found


def sequences_in(reply: Any, guess: str) -> dict[str, tuple[str, ...]]:
    """What a reply holds of as many parts as the guess has letters, by its place.

    Lists of texts, a text of each of a list's objects, words of so many signs, and so many signs
    that are no letters.
    """
    count = len(guess)
    found: dict[str, tuple[str, ...]] = {}
    for path, value in _latest(reply):
        if isinstance(value, list) and len(value) == count:
            found |= _columns(path, value)
        elif isinstance(value, str):
            words = [word for word in value.split() if word.lower() != guess.lower()]
            for place, word in enumerate(words[-_MOST_PARTS:]):
                if len(word) == count:
                    found[f"{path}, word {place - min(len(words), _MOST_PARTS)}"] = tuple(word)
            signs = [sign for sign in value if not sign.isascii() and not sign.isalnum()]
            if len(signs) == count:
                found[f"signs of {path}"] = tuple(signs)
    return found


def _columns(path: str, items: list[Any]) -> dict[str, tuple[str, ...]]:
    if all(isinstance(item, str) for item in items):
        return {path: tuple(items)}
    if not all(isinstance(item, dict) for item in items):
        return {}
    return {
        f"{path}[].{key}": tuple(item[key] for item in items)
        for key in items[0]
        if all(isinstance(item.get(key), str) for item in items)
    }


def _latest(value: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Scalars and lists with their paths; of each list, the last item is followed."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _latest(inner, f"{path}.{key}" if path else str(key))
        return
    yield path, value
    if isinstance(value, list) and value:
        yield from _latest(value[-1], f"{path}[last]")
