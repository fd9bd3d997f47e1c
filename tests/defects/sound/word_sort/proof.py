"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .lists import RULES, TRAIN_WORDS, Exercise, in_order
from .models import WordSortAction, WordSortObservation

Policy = Callable[[Any, WordSortObservation], WordSortAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2, 3)}


def _rule_of(observation: WordSortObservation) -> str:
    """The rule that the instruction names."""
    shown = observation.instruction.partition(" in order ")[2]
    return next(name for name, rule in RULES.items() if shown.startswith(f"{rule.text}. "))


def _reply(words: list[str]) -> WordSortAction:
    return WordSortAction(text=f"<answer>{', '.join(words)}</answer>")


def oracle(env: Any, observation: WordSortObservation) -> WordSortAction:
    """Sorts what the observation shows."""
    exercise = Exercise(_rule_of(observation), tuple(observation.words))
    return _reply(in_order(exercise))


def null(env: Any, observation: WordSortObservation) -> WordSortAction:
    """Says nothing."""
    return WordSortAction(text="")


def actions() -> st.SearchStrategy[WordSortAction]:
    """Lists of words with the tag, and other texts."""
    lists = st.lists(st.sampled_from(TRAIN_WORDS), min_size=3, max_size=10, unique=True)
    return st.one_of(lists.map(_reply), st.text(max_size=40).map(lambda t: WordSortAction(text=t)))


def invalid() -> list[WordSortAction]:
    """Replies from which no list can be read."""
    texts = ("", "I do not know.", "<answer>", "a, b, c", "<answer>a</answer><answer>b</answer>")
    return [WordSortAction(text=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """The list in the right order."""
    return [env.reveal().wanted.reveal()]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that do not sort."""
    yield "echo", lambda env, seen: _reply(seen.words)
    yield "turned round", lambda env, seen: _reply(seen.words[::-1])
    yield "praise", lambda env, seen: WordSortAction(text="<answer>sorted, correct, done</answer>")
