"""Trays of slips, and the verdict on a reply."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from typing import Literal

from hallmark_rl.sdk import TaskSet

from .sentences import SENTENCES, Sentence

Verdict = Literal["right", "harmful", "incomplete", "unreadable"]


@dataclass(frozen=True)
class Level:
    """How trays of a level are made; `errors` has a weight for each number of wrong words."""

    slips: int
    sentences: int
    errors: tuple[int, ...]
    comes_back: float


LEVELS = {
    1: Level(slips=3, sentences=2, errors=(3, 7), comes_back=0.0),
    2: Level(slips=4, sentences=3, errors=(5, 9, 6), comes_back=0.25),
    3: Level(slips=5, sentences=5, errors=(5, 6, 5, 4), comes_back=0.25),
}
TRAYS = {"train": 60, "test": 20}


@dataclass(frozen=True)
class Slip:
    """A text, and for each wrong word what it may be corrected to; both in lower case."""

    text: str
    errors: tuple[tuple[str, tuple[str, ...]], ...]


Tray = tuple[Slip, ...]


def _slip(rng: random.Random, chosen: list[Sentence], wrong: int) -> Slip:
    spoilt = set(rng.sample(range(len(chosen)), wrong))
    text = " ".join(each.text(wrong=place in spoilt) for place, each in enumerate(chosen))
    errors = [
        (each.misspelt.casefold(), tuple(form.casefold() for form in each.right))
        for place, each in enumerate(chosen)
        if place in spoilt
    ]
    return Slip(text, tuple(errors))


def _tray(rng: random.Random, split: str, level: Level) -> Tray:
    """A tray of which at most half the slips need no correction."""
    while True:
        slips = []
        for _ in range(level.slips):
            chosen = rng.sample(SENTENCES[split], level.sentences)
            (wrong,) = rng.choices(range(len(level.errors)), level.errors)
            slips.append(_slip(rng, chosen, wrong))
        comes_back = rng.random() < level.comes_back
        if comes_back:
            slips[-1] = slips[0]
        if len(set(slips)) < len(slips) - comes_back:
            continue  # two slips are equal by chance
        if 2 * sum(not slip.errors for slip in slips) <= len(slips):
            return tuple(slips)


def tasks() -> TaskSet[Tray]:
    """The trays of both splits."""
    trays: dict[str, dict[int, list[Tray]]] = {}
    for split, count in TRAYS.items():
        trays[split] = {
            number: [
                _tray(random.Random(f"tray {split} {number} {i}"), split, level)
                for i in range(count)
            ]
            for number, level in LEVELS.items()
        }
    return TaskSet(trays)


_LINE = re.compile(r"(?:[-*•] ?)?([a-z']+) ?(?:->|→|=>) ?([a-z']+)[.,;]?")
_WORD = re.compile(r"[a-z']+")


def read_reply(reply: str) -> dict[str, str] | None:
    """The corrections of a reply, in lower case; None if it is unreadable."""
    lines = [" ".join(line.split()) for line in reply.casefold().replace("’", "'").splitlines()]
    lines = [line for line in lines if line]
    if lines in (["none"], ["none."]):
        return {}
    fixes: dict[str, str] = {}
    for line in lines:
        match = _LINE.fullmatch(line)
        if match is None or match[1] == match[2] or fixes.get(match[1], match[2]) != match[2]:
            return None
        fixes[match[1]] = match[2]
    return fixes or None


def judge(slip: Slip, reply: str) -> Verdict:
    """The verdict on a reply to a slip."""
    fixes = read_reply(reply)
    if fixes is None:
        return "unreadable"
    errors = dict(slip.errors)
    if (set(fixes) - set(errors)) & set(_WORD.findall(slip.text.casefold())):
        return "harmful"
    if fixes.keys() == errors.keys() and all(fixes[word] in errors[word] for word in errors):
        return "right"
    return "incomplete"
