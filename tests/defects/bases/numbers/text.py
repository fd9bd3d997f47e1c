"""How a language model plays the numbers."""

import random
import re

from environment import HIGHEST, NumbersEnvironment
from models import NumbersAction, NumbersObservation

SYSTEM = "Guess the hidden number. Answer with <guess>number</guess>."
ALPHABET = "0123456789-=<>/ guesmoqv"
MAX_TURN_CHARS = 24
LEVELS = tuple(HIGHEST)

_TAG = re.compile(r"<guess>\s*([0-9]{1,3})\s*</guess>")


def render(observation: NumbersObservation) -> str:
    """The range and the marks: `30 15> 20<`."""
    signs = {"higher": ">", "lower": "<", "right": "="}
    pairs = zip(observation.guesses, observation.marks, strict=True)
    return " ".join([str(observation.highest), *(f"{n}{signs[mark]}" for n, mark in pairs)])


def parse(completion: str) -> NumbersAction:
    """The number in the first tag; 0, which is never right, if there is none."""
    found = _TAG.search(completion)
    return NumbersAction(number=int(found[1]) if found else 0)


def demonstrations(
    *, level: int, count: int, seed: int, quality: float
) -> list[list[tuple[str, str]]]:
    """Episodes that halve the range; with the probability 1 - quality a guess is random."""
    rng = random.Random(f"numbers {level} {seed}")
    env = NumbersEnvironment()
    episodes = []
    for _ in range(count):
        observation = env.reset(seed=rng.randrange(2**32), level=level)
        turns = []
        while not observation.done:
            game = env.reveal()
            middle = (game.low + game.high) // 2
            guess = middle if rng.random() < quality else rng.randint(1, HIGHEST[level])
            turns.append((render(observation), f"<guess>{guess}</guess>"))
            observation = env.step(parse(turns[-1][1]))
        episodes.append(turns)
    return episodes
