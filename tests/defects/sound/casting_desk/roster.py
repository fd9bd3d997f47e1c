"""The words that describe voices, and drawing a roster."""

from itertools import product
from random import Random

try:
    from .models import Voice
except ImportError:
    from models import Voice

VOCABULARY: dict[str, list[str]] = {
    "age": ["young", "mature", "elderly"],
    "timbre": ["husky", "velvety", "nasal", "bright"],
    "accent": ["coastal", "highland", "urban"],
    "pace": ["brisk", "measured", "drawling"],
    "register": ["bass", "tenor", "alto", "soprano"],
}
WORDS = [word for words in VOCABULARY.values() for word in words]
FIRST = (
    "Ada", "Bruno", "Clara", "Dario", "Edda", "Fynn", "Greta", "Hugo", "Ines", "Jonas", "Kira",
    "Lorenz", "Mila", "Nils", "Olga", "Pavel", "Rosa", "Sven", "Tilda", "Uwe", "Vera", "Willem",
    "Xenia", "Yuri", "Zora", "Anton", "Berta", "Carl", "Dora", "Emil",
)  # fmt: skip
SIZES = {1: 12, 2: 24}


def draw_roster(rng: Random, level: int) -> list[Voice]:
    """Voices with different names and different combinations of words."""
    names = rng.sample(FIRST, SIZES[level])
    combinations = rng.sample(list(product(*VOCABULARY.values())), SIZES[level])
    return [
        Voice(name=name, words=list(words)) for name, words in zip(names, combinations, strict=True)
    ]


def best_question(voices: list[Voice], asked: list[str]) -> str:
    """The word that splits these voices most evenly."""

    def unevenness(word: str) -> int:
        return abs(2 * sum(word in voice.words for voice in voices) - len(voices))

    return min((word for word in WORDS if word not in asked), key=unevenness)
