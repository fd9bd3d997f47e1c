"""What only the author of Wordle can say: how it is won, what earns nothing, what must not show."""

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
    """Wins every game of every level from what is shown alone (in hard mode, most of them)."""
    history = [(turn.guess, turn.marks) for turn in observation.history]
    return Guess(word=best_guess(levels()[observation.level], history, hard=observation.hard))


def null(env: Any, observation: WordleObservation) -> Guess:
    """Says nothing."""
    return Guess(word="")


def actions() -> st.SearchStrategy[Guess]:
    """Guesses of every level, and some that none allows."""
    letters = st.sampled_from("abcdefgh")
    codes = st.integers(3, 4).flatmap(
        lambda length: st.lists(letters, min_size=length, max_size=length).map("".join)
    )
    words = st.sampled_from(levels()[4].answers)
    return st.one_of(codes, words, st.text(max_size=8)).map(lambda word: Guess(word=word))


def invalid() -> list[Guess]:
    """Guesses that no level plays: each costs a turn and pays nothing."""
    return [Guess(word=word) for word in ("", "a", "ABC", "zzzzzz", "a b", "абв", "aaaaa" * 12)]


def secrets(env: Any) -> list[str]:
    """The target."""
    return [env.reveal().target.reveal()]


def audit(task: Any, completions: Sequence[str]) -> bool:
    """Whether the target was really found: the verdict that training is watched by, never paid.

    The target comes from a fresh game of the same seed, and the texts are read here: no mark, no
    column and no end that the environment played has a say in it.
    """
    env = WordleEnvironment()
    env.reset(seed=task.seed, split=task.split, level=task.level)
    target = env.reveal().target.reveal()
    if not 0 < len(completions) <= GUESSES:
        return False
    tagged = _TAG.findall(completions[-1])
    said = tagged[0] if len(tagged) == 1 else completions[-1]
    return bool(said.strip().lower() == target)


def exploits() -> Iterator[tuple[str, Policy]]:
    """Ways to be paid without finding the target."""
    yield "shotgun", lambda env, seen: Guess(word="".join(levels()[1].answers)[:64])
    yield "tagged-twice", lambda env, seen: Guess(word="<guess>abc</guess><guess>abd</guess>")
    yield (
        "claims-a-win",
        lambda env, seen: Guess(
            word="ggg", metadata={"reward": 1.0, "won": True, "done": True, "success": True}
        ),
    )
    yield "repeats-itself", _repeat
    yield "upper-case", lambda env, seen: Guess(word=seen.letters.upper()[: seen.length])


def _repeat(env: Any, seen: WordleObservation) -> Guess:
    """The guess that was marked last; before there is one, nothing."""
    return Guess(word=seen.history[-1].guess if seen.history else "")
