"""The lists of the exercise: words, rules, and how an answer is read."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import NamedTuple

TRAIN_WORDS = [
    "anchor",
    "basket",
    "candle",
    "dragon",
    "engine",
    "falcon",
    "garden",
    "hammer",
    "island",
    "jacket",
    "kettle",
    "ladder",
    "magnet",
    "needle",
    "orange",
    "pepper",
    "quiver",
    "rocket",
    "saddle",
    "tunnel",
    "urchin",
    "velvet",
    "walnut",
    "yogurt",
    "zipper",
    "acorn",
    "bugle",
    "cello",
    "daisy",
    "eagle",
    "flute",
    "grape",
    "hinge",
    "ivory",
    "jelly",
    "knife",
    "lemon",
    "mango",
    "nurse",
    "olive",
    "piano",
    "quilt",
    "raven",
    "scarf",
    "tulip",
    "union",
    "viola",
    "wagon",
    "yeast",
    "zebra",
    "bark",
    "clay",
    "dune",
    "fern",
    "gate",
    "harp",
    "iron",
    "jade",
    "kelp",
    "lamp",
    "moss",
    "chimney",
    "diamond",
    "elbow",
    "feather",
    "giraffe",
    "harvest",
    "insect",
    "journey",
    "kitchen",
    "library",
    "meadow",
    "notebook",
]
TEST_WORDS = [
    "almond",
    "button",
    "copper",
    "dagger",
    "escort",
    "finger",
    "goblet",
    "helmet",
    "impact",
    "jungle",
    "kidney",
    "locket",
    "marble",
    "napkin",
    "oyster",
    "pigeon",
    "quartz",
    "ribbon",
    "shovel",
    "turnip",
    "vessel",
    "window",
    "arrow",
    "bison",
    "cabin",
    "drill",
    "ember",
    "frost",
    "glove",
    "heron",
    "inlet",
    "joint",
    "koala",
    "lotus",
    "medal",
    "nylon",
    "onion",
    "pearl",
    "quail",
    "robin",
    "sword",
    "thumb",
    "veil",
    "wolf",
    "barrel",
    "cushion",
    "dolphin",
    "emerald",
    "furnace",
    "glacier",
    "horizon",
]

LENGTHS = {1: 5, 2: 7, 3: 10}


class Exercise(NamedTuple):
    """One task: the rule, and the words as they are shown."""

    rule: str
    words: tuple[str, ...]


class Rule(NamedTuple):
    """How to order, in words and as a key."""

    text: str
    key: Callable[[str], object]
    backwards: bool = False


RULES: dict[str, Rule] = {
    "alphabet": Rule("alphabetically", lambda word: word),
    "backwards": Rule("alphabetically, backwards from z to a", lambda word: word, True),
    "length": Rule(
        "by length, shortest first; words of equal length alphabetically",
        lambda word: (len(word), word),
    ),
    "ending": Rule(
        "by their last letter; words with the same last letter alphabetically",
        lambda word: (word[-1], word),
    ),
}
RULES_OF = {
    1: ("alphabet", "backwards"),
    2: ("alphabet", "backwards", "length"),
    3: ("alphabet", "backwards", "length", "ending"),
}
_TAG = re.compile(r"<answer>(.*?)</answer>", re.DOTALL)


def in_order(exercise: Exercise) -> list[str]:
    """The words of the exercise in the order of its rule."""
    rule = RULES[exercise.rule]
    return sorted(exercise.words, key=rule.key, reverse=rule.backwards)  # type: ignore[arg-type]


def exercises(split: str, level: int, count: int) -> list[Exercise]:
    """`count` different exercises; none is shown in the right order."""
    rng = Random(f"word sort {split} {level}")
    vocabulary = TRAIN_WORDS if split == "train" else TEST_WORDS
    chosen: dict[Exercise, None] = {}
    while len(chosen) < count:
        words = tuple(rng.sample(vocabulary, LENGTHS[level]))
        exercise = Exercise(rng.choice(RULES_OF[level]), words)
        wanted = in_order(exercise)
        if wanted not in (list(words), list(words[::-1])):
            chosen[exercise] = None
    return list(chosen)


def read_answer(text: str) -> list[str] | None:
    """The words in the only `<answer>` of a reply; None if there is none, or more than one."""
    found = _TAG.findall(text)
    if len(found) != 1:
        return None
    return [word.strip().lower() for word in found[0].split(",")]


def is_sorted(answer: list[str], exercise: Exercise) -> bool:
    """Whether the answer is the list in the right order."""
    return answer == in_order(exercise)
