"""The cipher wheel, and messages for it."""

from __future__ import annotations

import random
from operator import eq
from typing import NamedTuple

WORDS = (
    "anchor", "barrel", "candle", "desert", "engine", "forest", "garden", "hammer", "insect",
    "jacket", "kettle", "ladder", "market", "needle", "orange", "pepper", "quartz", "rabbit",
    "saddle", "temple", "umbra", "velvet", "window", "yellow", "zephyr", "bread", "cloud", "drum",
    "eagle", "flute", "grape", "house", "ivory", "judge", "knife", "lemon", "mouse", "night",
    "ocean", "piano", "queen", "river", "stone", "tiger", "uncle", "vapour", "wheel", "young",
)  # fmt: skip
LETTERS = "abcdefghijklmnopqrstuvwxyz"


class Message(NamedTuple):
    """A message: its plain words, the first shift, the turn per word, and the words of the crib."""

    words: tuple[str, ...]
    shift: int
    turn: int
    crib: int

    @property
    def rest(self) -> str:
        """The plain text after the crib."""
        return " ".join(self.words[self.crib :])


def turned(word: str, shift: int) -> str:
    """A word with each letter moved on."""
    return "".join(LETTERS[(LETTERS.index(letter) + shift) % 26] for letter in word)


def encrypt(message: Message) -> str:
    """The message as it is sent."""
    shifts = (message.shift + number * message.turn for number in range(len(message.words)))
    return " ".join(map(turned, message.words, shifts))


def draw(rng: random.Random, words: int, crib: int, turns: range) -> Message:
    """A message in which no word has shift 0."""
    while True:
        shift, turn = rng.randrange(1, 26), rng.choice(turns)
        if all((shift + number * turn) % 26 for number in range(words)):
            return Message(tuple(rng.sample(WORDS, words)), shift, turn, crib)


def decrypt(cipher: str, crib: str, turn: int) -> str:
    """The rest of a message, from what is known of it."""
    words, known = cipher.split(), crib.split()
    gaps = [LETTERS.index(c[0]) - LETTERS.index(p[0]) for c, p in zip(words, known, strict=False)]
    if turn < 0:
        turn = gaps[1] - gaps[0]
    return " ".join(
        turned(words[number], -gaps[0] - number * turn) for number in range(len(known), len(words))
    )


def letters(text: str) -> str:
    """The letters of a text, small."""
    return "".join(letter.lower() for letter in text if letter.isascii() and letter.isalpha())


def share(text: str, plain: str) -> float:
    """The share of letters that an answer has right."""
    given, wanted = letters(text), letters(plain)
    if not given:
        return 0.0
    return sum(map(eq, given, wanted)) / max(len(given), len(wanted))
