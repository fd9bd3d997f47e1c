"""Render observations of Wordle as prompts for a language model, and parse its answers.

A prompt is `absent-present+pattern`, as in `bdf-a+_c_`: letters that are not in the target, letters
whose place is not known, and the known places. Levels with English words show the guesses first.
"""

from __future__ import annotations

import random
import re

from .game_rules import GUESSES, Level, Turn, consistent, feedback, knowledge, levels
from .models import Guess, WordleObservation
from .server.wordle_environment import WordleEnvironment

SYSTEM = (
    "You play Wordle. Find the secret word in six guesses. Each turn shows your guesses with marks "
    "(g: right place, y: wrong place, .: not in the word) and then what they say together, as "
    "absent-present+pattern. Answer with your next guess in <guess></guess>."
)
ALPHABET = "abcdefghijklmnopqrstuvwxyz-+_.\n "
MAX_TURN_CHARS = 5
LEVELS: tuple[int, ...] = tuple(levels())

_TAG = re.compile(r"<guess>(.*?)</guess>", re.DOTALL)
_MAX_GUESS_CHARS = 64


def render(observation: WordleObservation) -> str:
    """Return the prompt for this turn."""
    history = [(turn.guess, turn.marks) for turn in observation.history]
    return _prompt(history, observation.length, words=observation.words)


def parse(completion: str) -> Guess:
    """Return the guess in the only tag, or else the whole text, which the rules may reject."""
    tagged = _TAG.findall(completion)
    text = tagged[0] if len(tagged) == 1 else completion
    return Guess(word=text.strip().lower()[:_MAX_GUESS_CHARS])


def demonstrations(
    *, level: int, count: int, seed: int, quality: float
) -> list[list[tuple[str, str]]]:
    """Return games on training targets, as lists of (prompt, answer), one for each turn.

    Args:
        level: The level that is played.
        count: How many games.
        seed: Equal seeds give equal games.
        quality: The probability that a guess agrees with all marks so far; others are random.
    """
    rng = random.Random(f"wordle demonstrations {level} {seed}")
    tasks = WordleEnvironment.tasks
    played_level = levels()[level]
    games = []
    for _ in range(count):
        target = tasks.pick(rng, "train", level).payload
        games.append(_game(rng, played_level, target, quality))
    return games


def _game(rng: random.Random, level: Level, target: str, quality: float) -> list[tuple[str, str]]:
    history: list[Turn] = []
    remaining = list(level.answers)
    turns = []
    while len(history) < GUESSES and (not history or history[-1][0] != target):
        guess = rng.choice(remaining if rng.random() < quality else level.answers)
        turns.append((_prompt(history, level.length, words=level.words), guess))
        history.append((guess, feedback(guess, target)))
        remaining = [word for word in remaining if consistent(word, history[-1:])]
    return turns


def _prompt(history: list[Turn], length: int, *, words: bool) -> str:
    shown = knowledge(history, length)
    board = "".join(f"{guess} {marks}\n" for guess, marks in history) if words else ""
    return f"{board}{shown.absent}-{shown.present}+{shown.pattern}"
