"""How a language model plays Wordle: the board as a short text, an answer as a guess.

A turn is shown as `absent-present+pattern`: letters that are not in the target, letters still to be
placed, and the places known, as in `bdf-a+_c_`. Levels with English words show the guesses first.
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
_LONGEST = 64


def render(observation: WordleObservation) -> str:
    """The board as the policy sees it at this turn."""
    history = [(turn.guess, turn.marks) for turn in observation.history]
    return _shown(history, observation.length, words=observation.words)


def parse(completion: str) -> Guess:
    """The guess in the one tag, or the whole text. Two tags are no guess: the rules judge them."""
    tagged = _TAG.findall(completion)
    text = tagged[0] if len(tagged) == 1 else completion
    return Guess(word=text.strip().lower()[:_LONGEST])


def demonstrations(
    *, level: int, count: int, seed: int, quality: float
) -> list[list[tuple[str, str]]]:
    """Games on training targets; a share `quality` of the guesses fits everything known so far."""
    rng = random.Random(f"wordle demonstrations {level} {seed}")
    tasks = WordleEnvironment.tasks
    rules = levels()[level]
    games = []
    for _ in range(count):
        target = tasks.pick(rng, "train", level).payload
        games.append(_game(rng, rules, target, quality))
    return games


def _game(rng: random.Random, level: Level, target: str, quality: float) -> list[tuple[str, str]]:
    history: list[Turn] = []
    remaining = list(level.answers)
    turns = []
    while len(history) < GUESSES and (not history or history[-1][0] != target):
        guess = rng.choice(remaining if rng.random() < quality else level.answers)
        turns.append((_shown(history, level.length, words=level.words), guess))
        history.append((guess, feedback(guess, target)))
        remaining = [word for word in remaining if consistent(word, history[-1:])]
    return turns


def _shown(history: list[Turn], length: int, *, words: bool) -> str:
    known = knowledge(history, length)
    board = "".join(f"{guess} {marks}\n" for guess, marks in history) if words else ""
    return f"{board}{known.absent}-{known.present}+{known.pattern}"
