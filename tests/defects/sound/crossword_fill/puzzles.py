"""Crosswords: each is a long word across, which shorter words cross downwards."""

from dataclasses import dataclass
from random import Random

CLUES = {
    "planet": "A body that circles a star",
    "garden": "Where flowers are grown",
    "silver": "A metal, second at the games",
    "bridge": "It leads across a river",
    "orange": "A fruit and a colour",
    "market": "Where stalls are set up",
    "winter": "The cold season",
    "castle": "A king's strong house",
    "pear": "A fruit that is narrow at the top",
    "lamp": "It gives light in the evening",
    "apple": "A fruit that keeps the doctor away",
    "nose": "It smells",
    "egg": "A hen lays it",
    "tree": "It has leaves and a trunk",
    "goat": "A bearded animal that gives milk",
    "rain": "It falls from clouds",
    "door": "You open it to come in",
    "ship": "It crosses the sea",
    "ice": "Frozen water",
    "leaf": "It falls in autumn",
    "vase": "It holds flowers",
    "bear": "A big animal that likes honey",
    "ink": "It is in a pen",
    "moon": "It shines at night",
    "arm": "It ends in a hand",
    "king": "He wears a crown",
    "window": "Glass in a wall",
    "wolf": "It howls",
    "tea": "It is drunk at five",
    "coat": "Worn outside when it is cold",
    "sun": "It rises in the east",
    "cake": "Eaten on birthdays",
    "owl": "A bird of the night",
}
LEVELS = {1: 2, 2: 3, 3: 4}
"""By level: how many words cross the long one."""


@dataclass(frozen=True)
class Slot:
    """An entry with its answer."""

    name: str
    word: str
    cells: tuple[tuple[int, int], ...]


def make_puzzle(rng: Random, level: int) -> list[Slot]:
    """The entries of a crossword: one across in row 0, the others down from its letters."""
    long_words = [word for word in CLUES if len(word) == 6]
    while True:
        across = rng.choice(long_words)
        slots = [Slot("1A", across, tuple((0, column) for column in range(len(across))))]
        used = {across}
        columns = sorted(rng.sample(range(len(across)), LEVELS[level]))
        for number, column in enumerate(columns, 1):
            fits = [
                word
                for word in CLUES
                if word[0] == across[column] and len(word) < 6 and word not in used
            ]
            if not fits:
                break
            word = rng.choice(fits)
            used.add(word)
            slots.append(Slot(f"{number}D", word, tuple((row, column) for row in range(len(word)))))
        if len(slots) == LEVELS[level] + 1:
            return slots
