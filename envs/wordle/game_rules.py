"""Wordle's rules, for words and for codes.

Feedback is one mark per letter: `g` in place, `y` elsewhere in the target, `.` not in it. Marks are
given as often as the target has the letter: greens first, then yellows from the left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

GUESSES = 6
HELD_OUT_SEED = 2026
Turn = tuple[str, str]  # a guess and its feedback


class Level(NamedTuple):
    """One difficulty level.

    Attributes:
        number: The level, from 1.
        letters: The alphabet.
        length: The number of letters of target and guess.
        answers: The possible targets.
        further: Words that may be guessed but are never the target.
        held_out: How many targets are in the test split.
        words: Whether guesses must be listed words; otherwise any code may be guessed.
    """

    number: int
    letters: str
    length: int
    answers: tuple[str, ...]
    further: frozenset[str]
    held_out: int
    words: bool

    def allows(self, guess: str) -> bool:
        """Whether `guess`, of the right length and letters, may be played."""
        return not self.words or guess in self.further or guess in self.answers


def _codes(number: int, letters: str, length: int, held_out: int) -> Level:
    answers = tuple("".join(code) for code in product(letters, repeat=length))
    return Level(number, letters, length, answers, frozenset(), held_out, words=False)


def _words(number: int, *lists: str, held_out: int) -> Level:
    answers = tuple(word for name in lists for word in _read_words(name))
    further = frozenset(_read_words("answers.txt") + _read_words("guesses.txt"))
    letters = "abcdefghijklmnopqrstuvwxyz"
    return Level(number, letters, 5, answers, further, held_out, words=True)


def _read_words(name: str) -> list[str]:
    return (Path(__file__).parent / "data" / name).read_text(encoding="ascii").split()


@cache
def levels() -> dict[int, Level]:
    """Return the levels by number, easiest first."""
    ordered = (
        _codes(1, "abcdefgh", 3, held_out=100),
        _codes(2, "abcdefghij", 3, held_out=200),
        _codes(3, "abcdefgh", 4, held_out=500),
        _words(4, "common.txt", held_out=100),
        _words(5, "common.txt", "answers.txt", held_out=200),
    )
    return {level.number: level for level in ordered}


def feedback(guess: str, target: str) -> str:
    """Return the marks for `guess`, one for each letter; both texts have the same length."""
    marks = ["."] * len(guess)
    unmatched = []
    for place, (letter, actual) in enumerate(zip(guess, target, strict=True)):
        if letter == actual:
            marks[place] = "g"
        else:
            unmatched.append(actual)
    for place, letter in enumerate(guess):
        if marks[place] == "." and letter in unmatched:
            marks[place] = "y"
            unmatched.remove(letter)
    return "".join(marks)


def consistent(candidate: str, history: Iterable[Turn]) -> bool:
    """Whether `candidate` could be the target after this history."""
    return all(feedback(guess, candidate) == marks for guess, marks in history)


def keeps_hints(guess: str, history: Iterable[Turn]) -> bool:
    """Whether hard mode allows a guess: green letters stay in place and yellow ones are used."""
    for earlier, marks in history:
        green = [letter for letter, mark in zip(earlier, marks, strict=True) if mark == "g"]
        yellow = [letter for letter, mark in zip(earlier, marks, strict=True) if mark == "y"]
        placed = all(
            mark != "g" or guess[place] == earlier[place] for place, mark in enumerate(marks)
        )
        if not placed or Counter(green + yellow) - Counter(guess):
            return False
    return True


class Knowledge(NamedTuple):
    """What a history shows about the target.

    Attributes:
        absent: Letters that are not in the target, sorted.
        present: Letters in the target whose place is not known, sorted; repeated if they must be.
        pattern: The known letters in place, `_` elsewhere.
    """

    absent: str
    present: str
    pattern: str


def knowledge(history: Sequence[Turn], length: int) -> Knowledge:
    """Return what `history` shows about a target of `length` letters."""
    pattern = ["_"] * length
    min_counts: Counter[str] = Counter()
    seen: set[str] = set()
    for guess, marks in history:
        hits: Counter[str] = Counter()
        for place, (letter, mark) in enumerate(zip(guess, marks, strict=True)):
            seen.add(letter)
            if mark == "g":
                pattern[place] = letter
            if mark != ".":
                hits[letter] += 1
        min_counts |= hits
    unplaced = min_counts - Counter(letter for letter in pattern if letter != "_")
    absent, present = sorted(seen - set(min_counts)), sorted(unplaced.elements())
    return Knowledge("".join(absent), "".join(present), "".join(pattern))
