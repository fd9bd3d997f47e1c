"""The author's evidence for the word game."""

from typing import Any

from hypothesis import strategies as st

try:
    from .models import WordsAction
except ImportError:
    from models import WordsAction

declared = {"max_steps": 6}


def oracle(env: Any, observation: Any) -> WordsAction:
    """Plays the secret word."""
    return WordsAction(word=env._secret)


def null(env: Any, observation: Any) -> WordsAction:
    """Says nothing."""
    return WordsAction(word="")


def actions() -> st.SearchStrategy[WordsAction]:
    """Words, and something that is not a word."""
    words = ("apple", "eerie", "level", "llama", "mamma", "panda", "river", "zzzzz")
    return st.builds(WordsAction, word=st.sampled_from(words))


def invalid() -> list[WordsAction]:
    """Legal by the schema, against the rules."""
    return [WordsAction(word=word) for word in ("zzzzz", "", "apples", "app1e")]


def secrets(env: Any) -> list[str]:
    """What no message may contain before the end."""
    return [env._secret]
