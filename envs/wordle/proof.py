"""What only the author of Wordle knows: its oracle, its secrets, and known exploits.

The conformance suite and the trainer read this file; docs/proof.md describes every name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from hypothesis import strategies as st

from .game_rules import GUESSES, levels
from .models import Guess, WordleObservation
from .server.wordle_environment import WordleEnvironment
from .solver import best_guess

Policy = Callable[[Any, WordleObservation], Guess]
_TAG = re.compile(r"<guess>(.*?)</guess>", re.DOTALL)

declared = {
    "max_steps": 6,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": tuple(levels()),
    "options": {"hard": [False, True]},
}


def oracle(env: Any, observation: WordleObservation) -> Guess:
    """Play from the observation alone; wins every game of every level (in hard mode most games)."""
    history = [(turn.guess, turn.marks) for turn in observation.history]
    return Guess(word=best_guess(levels()[observation.level], history, hard=observation.hard))


def null(env: Any, observation: WordleObservation) -> Guess:
    """Send an empty guess."""
    return Guess(word="")


def actions() -> st.SearchStrategy[Guess]:
    """Guesses that some level allows, and guesses that none allows."""
    letters = st.sampled_from("abcdefgh")
    codes = st.integers(3, 4).flatmap(
        lambda length: st.lists(letters, min_size=length, max_size=length).map("".join)
    )
    words = st.sampled_from(levels()[4].answers)
    return st.one_of(codes, words, st.text(max_size=8)).map(lambda word: Guess(word=word))


def invalid() -> list[Guess]:
    """Guesses that no level allows: each costs a turn and earns nothing."""
    return [Guess(word=word) for word in ("", "a", "ABC", "zzzzzz", "a b", "абв", "aaaaa" * 12)]


def secrets(env: Any) -> list[str]:
    """The target."""
    return [env.reveal().target.reveal()]


def audit(task: Any, completions: Sequence[str]) -> bool:
    """Whether the target was found, by a check that is never part of the reward.

    The trainer compares it with the reward. The target comes from a new episode of the same seed,
    and the last text is parsed here; marks, columns and the end of the episode are not used.

    Args:
        task: The seed, split and level of an episode.
        completions: The texts of the agent, one for each turn.
    """
    env = WordleEnvironment()
    env.reset(seed=task.seed, split=task.split, level=task.level)
    target = env.reveal().target.reveal()
    if not 0 < len(completions) <= GUESSES:
        return False
    tagged = _TAG.findall(completions[-1])
    guess = tagged[0] if len(tagged) == 1 else completions[-1]
    return bool(guess.strip().lower() == target)


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to earn reward without finding the target."""
    yield "shotgun", lambda *_: Guess(word="".join(levels()[1].answers)[:64])
    yield "tagged-twice", lambda *_: Guess(word="<guess>abc</guess><guess>abd</guess>")
    yield "claims-a-win", _claim_win
    yield "repeats-itself", _repeat
    yield "upper-case", _upper_case


def _claim_win(env: Any, observation: WordleObservation) -> Guess:
    """Claim the win in the action's metadata."""
    claim = {"reward": 1.0, "won": True, "done": True, "success": True}
    return Guess(word="ggg", metadata=claim)


def _upper_case(env: Any, observation: WordleObservation) -> Guess:
    """The first letters of the alphabet in upper case."""
    return Guess(word=observation.letters.upper()[: observation.length])


def _repeat(env: Any, observation: WordleObservation) -> Guess:
    """Repeat the last guess; the first guess is empty."""
    return Guess(word=observation.history[-1].guess if observation.history else "")
