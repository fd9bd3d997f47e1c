"""Words, sentences, and how words are misspelled."""

from __future__ import annotations

from random import Random

WORDS = (
    "absence",
    "calendar",
    "cemetery",
    "committee",
    "conscience",
    "curiosity",
    "definite",
    "desperate",
    "discipline",
    "embarrass",
    "environment",
    "exaggerate",
    "existence",
    "familiar",
    "foreign",
    "government",
    "grammar",
    "guarantee",
    "harbour",
    "height",
    "humorous",
    "imitation",
    "independent",
    "intelligence",
    "jealousy",
    "jewellery",
    "knowledge",
    "language",
    "leisure",
    "library",
    "lightning",
    "maintenance",
    "medicine",
    "mischievous",
    "necessary",
    "neighbour",
    "obedience",
    "occasion",
    "opportunity",
    "parliament",
    "particular",
    "persuade",
    "pronunciation",
    "questionnaire",
    "receipt",
    "recommend",
    "restaurant",
    "rhythm",
    "schedule",
    "separate",
    "temperature",
    "thorough",
)
SENTENCES = (
    "Yesterday the teacher wrote {} on the board.",
    "I could not find {} in the old book.",
    "The third line of the letter says {} twice.",
    "Nobody in the class could explain {} to me.",
    "She typed {} and pressed the wrong key.",
)
LEVELS = (1, 2, 3)
CANDIDATES = 8


def distance(a: str, b: str) -> int:
    """The number of edits between two words (Levenshtein)."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        previous, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (x != y))
    return row[-1]


def _drop_or_double(rng: Random, word: str) -> str:
    at = rng.randrange(1, len(word) - 1)
    return word[:at] + word[at] * rng.choice((0, 2)) + word[at + 1 :]


def _swap(rng: Random, word: str) -> str:
    places = [i for i in range(1, len(word) - 2) if word[i] != word[i + 1]]
    at = rng.choice(places)
    return word[:at] + word[at + 1] + word[at] + word[at + 2 :]


def misspell(rng: Random, word: str, level: int) -> str:
    """A misspelling of the word that is itself no word of the list."""
    while True:
        wrong = word
        if level in (2, 3):
            wrong = _swap(rng, wrong)
        if level in (1, 3):
            wrong = _drop_or_double(rng, wrong)
        if wrong not in WORDS:
            return wrong


def draw_candidates(rng: Random, word: str, wrong: str) -> list[str]:
    """The right word among others that are farther from the misspelling."""
    nearest = distance(word, wrong)
    others = [each for each in WORDS if each != word and distance(each, wrong) > nearest]
    candidates = [word, *rng.sample(others, CANDIDATES - 1)]
    rng.shuffle(candidates)
    return candidates
