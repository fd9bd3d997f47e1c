"""Rules, words, and safe matching."""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from random import Random

LETTERS = "abcdefghijklmnop"
SHOWN, HIDDEN = 8, 20
LONGEST = 60
RULES = {
    "train": (
        "^a",
        "e$",
        "[aeio]$",
        "^[bcd]",
        "ab|ba",
        "^..a",
        "[mno][mno]",
        "a.*a",
        "^[^a-h]",
        "p.?p",
    ),
    "test": ("^[ef]", "[kl]$", "cd|dc", "^.[aeio]", "b.*b", "[ghi][ghi]", "[^i-p]$"),
}
ALPHABET = set("abcdefghijklmnopqrstuvwxyz0123456789.[]^$|()*+?-")


@dataclass(frozen=True)
class Hole:
    """Words of a rule: the shown ones and the hidden ones."""

    rule: str
    winners: tuple[str, ...]
    losers: tuple[str, ...]
    hidden_winners: tuple[str, ...]
    hidden_losers: tuple[str, ...]


def compiled(pattern: str) -> re.Pattern[str] | None:
    """The pattern, or None if it is not allowed."""
    if not pattern or len(pattern) > LONGEST or not set(pattern) <= ALPHABET:
        return None
    if re.search(r"\(\?|\)[*+?]", pattern) or sum(map(pattern.count, "*+?")) > 4:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return re.compile(pattern)
    except (re.error, RecursionError, OverflowError):
        return None


def separates(pattern: re.Pattern[str], winners: tuple[str, ...], losers: tuple[str, ...]) -> bool:
    """Whether the pattern is found in all winners and in no loser."""
    return all(map(pattern.search, winners)) and not any(map(pattern.search, losers))


def draw(rng: Random, split: str) -> Hole:
    """A hole; no other rule of the course explains its shown words."""
    every = RULES["train"] + RULES["test"]
    while True:
        rule = rng.choice(RULES[split])
        matcher = re.compile(rule)
        good: set[str] = set()
        bad: set[str] = set()
        while len(good) < SHOWN + HIDDEN or len(bad) < SHOWN + HIDDEN:
            word = "".join(rng.choices(LETTERS, k=6))
            if not matcher.search(word):
                bad.add(word)
            elif len(good) < SHOWN + HIDDEN:
                good.add(word)
        wins = rng.sample(sorted(good), SHOWN + HIDDEN)
        fails = rng.sample(sorted(bad), SHOWN + HIDDEN)
        hole = Hole(rule, *map(tuple, (wins[:SHOWN], fails[:SHOWN], wins[SHOWN:], fails[SHOWN:])))
        fitting = [r for r in every if separates(re.compile(r), hole.winners, hole.losers)]
        if fitting == [rule]:
            return hole
