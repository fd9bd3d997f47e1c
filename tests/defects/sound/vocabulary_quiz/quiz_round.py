"""Drawing the questions of a round."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from .words import LETTERS, MEANINGS

QUESTIONS = 5


@dataclass(frozen=True)
class Question:
    """A definition, the words to choose from in the order of the letters, and the right letter."""

    definition: str
    words: tuple[str, ...]
    letter: str


def draw_round(rng: Random, level: int) -> list[Question]:
    """Five questions about different words of a level."""
    meanings = MEANINGS[level]
    asked = rng.sample(sorted(meanings), QUESTIONS)
    questions = []
    for word in asked:
        place = rng.randrange(len(LETTERS))
        others = [other for other in sorted(meanings) if other != word]
        words = rng.sample(others, len(LETTERS) - 1)
        words.insert(place, word)
        questions.append(Question(meanings[word], tuple(words), LETTERS[place]))
    return questions
