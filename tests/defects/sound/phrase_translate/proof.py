"""Evidence from the author of Phrase Translate."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import TranslateAction, TranslateObservation
from .phrases import PAIRS

Policy = Callable[[Any, TranslateObservation], TranslateAction]

declared = {"max_steps": 1, "success_reward": 1.0, "levels": (1, 2)}

_BOOK = {english: spanish for pairs in PAIRS.values() for english, spanish in pairs}
_BOOK |= {spanish: english for english, spanish in list(_BOOK.items())}


def oracle(env: Any, observation: TranslateObservation) -> TranslateAction:
    """Looks the sentence of the observation up in the author's phrase book."""
    return TranslateAction(text=_BOOK[observation.source])


def null(env: Any, observation: TranslateObservation) -> TranslateAction:
    """An empty translation."""
    return TranslateAction(text="")


def actions() -> st.SearchStrategy[TranslateAction]:
    """Sentences of the book, and other texts."""
    return st.one_of(st.sampled_from(sorted(_BOOK)), st.text(max_size=40)).map(
        lambda text: TranslateAction(text=text)
    )


def invalid() -> list[TranslateAction]:
    """Texts that translate nothing."""
    return [TranslateAction(text=text) for text in ("", "?!", "the", "la la la la", "x" * 600)]


def secrets(env: Any) -> list[str]:
    """The reference."""
    return [env.reveal().reference.reveal()]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Texts that are no translation."""
    yield "echo", lambda env, seen: TranslateAction(text=seen.source)
    yield (
        "frequent words",
        lambda env, seen: TranslateAction(text="the a is to in my of el la de en es un que no"),
    )
    yield "phrase book", lambda env, seen: TranslateAction(text=" ".join(_BOOK)[:600])
    yield (
        "article",
        lambda env, seen: TranslateAction(text="la la" if seen.direction == "en-es" else "the the"),
    )
