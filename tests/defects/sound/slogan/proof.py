"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import SloganAction, SloganObservation
from .server.slogan_environment import WORDS

Policy = Callable[[Any, SloganObservation], SloganAction]

declared = {"max_steps": 1, "success_reward": 1.0, "deterministic": True}


def oracle(env: Any, seen: SloganObservation) -> SloganAction:
    """Both words, and the product."""
    one, other = seen.words
    return SloganAction(text=f"Everybody deserves something {one}, {other}: {seen.product}!")


def null(env: Any, seen: SloganObservation) -> SloganAction:
    """No slogan."""
    return SloganAction()


def actions() -> st.SearchStrategy[SloganAction]:
    """A few of the words, and other texts."""
    chosen = st.lists(st.sampled_from(WORDS), max_size=10).map(" ".join)
    return st.one_of(chosen, st.text(max_size=20)).map(lambda text: SloganAction(text=text))


def invalid() -> list[SloganAction]:
    """Slogans that are never right."""
    texts = ("", "a slogan", "bright", "-" * 200, " ".join(WORDS))
    return [SloganAction(text=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """Nothing: what the slogan must keep is shown."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Slogans that break one of the rules."""
    yield "all-words", lambda env, seen: SloganAction(text=" ".join(WORDS))
    yield "forbidden", lambda env, seen: SloganAction(text=" ".join(seen.forbidden_words))
    yield "one-word", lambda env, seen: SloganAction(text=f"{seen.words[0]} {seen.product}")
    yield "claims", lambda env, seen: SloganAction(metadata={"kept": True, "reward": 1.0})
