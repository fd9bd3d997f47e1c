"""Sentences, their thesaurus and the check of drafts."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

WORDS = {
    "article": [["the", "a", "this", "our"], ["one", "a", "that", "my"]],
    "adjective": [
        ["little", "small", "tiny", "short"],
        ["happy", "glad", "joyful", "content"],
        ["angry", "mad", "furious", "cross"],
        ["quiet", "calm", "silent", "still"],
        ["clever", "smart", "bright", "sharp"],
        ["ancient", "old", "aged", "vintage"],
    ],
    "noun": [
        ["child", "kid", "youth", "minor"],
        ["house", "home", "hut", "cottage"],
        ["doctor", "medic", "physician", "surgeon"],
        ["road", "street", "lane", "path"],
        ["forest", "wood", "grove", "jungle"],
        ["ship", "boat", "vessel", "craft"],
    ],
    "verb": [
        ["watched", "saw", "spotted", "found"],
        ["built", "made", "formed", "raised"],
        ["liked", "loved", "adored", "savoured"],
        ["reached", "hit", "got to", "joined"],
    ],
    "adverb": [
        ["quickly", "fast", "soon", "at speed"],
        ["again", "anew", "twice", "once more"],
        ["today", "now", "this noon", "just now"],
    ],
}
CLAUSE = ["article", "adjective", "noun", "verb", "article", "noun", "adverb"]
LINKS = ["and", "but", "so", "yet"]
SPARE = 3


@dataclass(frozen=True)
class Task:
    """A sentence as slots, and the constraints."""

    words: tuple[str, ...]
    slots: tuple[tuple[str, ...], ...]
    banned: str
    longest: int


def make(seed: str, clauses: int) -> Task:
    """A sentence that contains the banned letter, and can be written without it."""
    rng = Random(seed)
    while True:
        slots: list[list[str]] = []
        for clause in range(clauses):
            slots += [list(LINKS)] if clause else []
            slots += [list(rng.choice(WORDS[kind])) for kind in CLAUSE]
        for slot in slots:
            rng.shuffle(slot)
        words = [rng.choice(slot) for slot in slots]
        letters = sorted({c for c in "".join(words) if c.isalpha()})
        rng.shuffle(letters)
        for letter in letters:
            clean = [[w for w in slot if letter not in w] for slot in slots]
            if all(clean) and sum(letter in w for w in words) >= 2:
                shortest = sum(min(map(len, slot)) for slot in clean) + len(slots) - 1
                return Task(tuple(words), tuple(map(tuple, slots)), letter, shortest + SPARE)


def faults(draft: str, task: Task) -> list[str]:
    """What is wrong with a draft."""
    text = draft.strip().removesuffix(".")
    pattern = " ".join("(?:" + "|".join(map(re.escape, slot)) + ")" for slot in task.slots)
    found = []
    if not re.fullmatch(pattern, text, re.IGNORECASE | re.ASCII):
        found.append("meaning")
    if task.banned in text.lower():
        found.append("letter")
    if len(text) > task.longest:
        found.append("length")
    return found
