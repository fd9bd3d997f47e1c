"""The author's evidence about the subtitles."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .language import FORMS, GLOSSARY, VERBS
from .models import SubtitleTranslatorAction, SubtitleTranslatorObservation

Policy = Callable[[Any, SubtitleTranslatorObservation], SubtitleTranslatorAction]

declared = {
    "max_steps": 6,
    "success_reward": 1.0,
    "levels": (1, 2),
    "options": {"scene": ["short", "long"]},
}

_THIRD_PERSON = {plain: form for form, plain in FORMS.items()}


def oracle(env: Any, observation: SubtitleTranslatorObservation) -> SubtitleTranslatorAction:
    """Translates word by word with the glossary that is shown."""
    glossary, english = observation.glossary, []
    words = observation.source.split()
    for word in words:
        meaning = glossary.get(word) or glossary[word.removesuffix("n")]
        if meaning == "not":
            english += ["does", "not"]
        elif word in VERBS and "ne" not in words:
            english.append(_THIRD_PERSON[meaning])
        else:
            english.append(meaning)
    return SubtitleTranslatorAction(text=" ".join(english).capitalize() + ".")


def null(env: Any, observation: SubtitleTranslatorObservation) -> SubtitleTranslatorAction:
    """Leaves the screen empty."""
    return SubtitleTranslatorAction(text="")


def actions() -> st.SearchStrategy[SubtitleTranslatorAction]:
    """English words of the glossary in any order, and other texts."""
    words = st.lists(st.sampled_from(sorted(GLOSSARY.values())), max_size=7).map(" ".join)
    return st.one_of(words, st.text(max_size=30)).map(
        lambda text: SubtitleTranslatorAction(text=text)
    )


def invalid() -> list[SubtitleTranslatorAction]:
    """Subtitles for no cue."""
    texts = ("", ".", "the", "not", "does not", "lorem ipsum", "the dog and the cat", "a" * 120)
    return [SubtitleTranslatorAction(text=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """The glossary is shown, so nothing is secret."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Subtitles that avoid translating."""
    yield "echo", lambda env, seen: SubtitleTranslatorAction(text=seen.source)
    yield (
        "whole-glossary",
        lambda env, seen: SubtitleTranslatorAction(text=" ".join(seen.glossary.values())[:120]),
    )
    yield "claims", lambda env, seen: SubtitleTranslatorAction(metadata={"accepted": 6})
