"""Evidence from the author: how a tray is worked off, and what must not pay."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import DeskAction, DeskObservation
from .sentences import SENTENCES
from .trays import LEVELS

Policy = Callable[[Any, DeskObservation], DeskAction]

declared = {
    "max_steps": 5,
    "success_reward": 1.0,
    "levels": tuple(LEVELS),
    "concurrent_sessions": True,
    "deterministic": True,
}

_RIGHT = {each.misspelt: each.right for group in SENTENCES.values() for each in group}


def oracle(env: Any, observation: DeskObservation) -> DeskAction:
    """Looks up every word of the slip in the list of misspellings."""
    wrong = [word for word in re.findall(r"[A-Za-z']+", observation.text) if word in _RIGHT]
    lines = [f"{word} -> {_RIGHT[word][-1]}" for word in wrong]
    return DeskAction(reply="\n".join(lines) or "none")


def null(env: Any, observation: DeskObservation) -> DeskAction:
    """Says nothing, which is unreadable: earns 0."""
    return DeskAction(reply="")


def actions() -> st.SearchStrategy[DeskAction]:
    """Corrections of known misspellings, changes of right words, and other texts."""
    fixes = st.sampled_from([f"{wrong} -> {right[0]}" for wrong, right in _RIGHT.items()])
    harm = st.sampled_from(["the -> teh", "of -> off", "is => are", "weird -> wierd"])
    lines = st.lists(st.one_of(fixes, harm), min_size=1, max_size=3).map("\n".join)
    texts = st.one_of(lines, st.just("none"), st.text(max_size=40))
    return texts.map(lambda text: DeskAction(reply=text))


def invalid() -> list[DeskAction]:
    """Replies that cannot be read."""
    replies = (
        "",
        " \n ",
        "->",
        "a -> ",
        "none none",
        "the -> the",
        "recieved received",
        "x" * 2000,
    )
    return [DeskAction(reply=reply) for reply in replies]


def secrets(env: Any) -> list[str]:
    """The right forms of the wrong words, but for those that the tray itself shows."""
    tray = env.reveal().tray
    shown = " ".join(slip.text for slip in tray).casefold()
    forms = {form for slip in tray for _, right in slip.errors for form in right}
    return sorted(form for form in forms if form not in shown)


def exploits() -> Iterator[tuple[str, Policy]]:
    """Replies that hope to be right without reading the slip."""
    every = "\n".join(f"{wrong} -> {right[0]}" for wrong, right in _RIGHT.items())[:2000]
    yield "every correction", lambda env, seen: DeskAction(reply=every)
    yield "copies the slip", lambda env, seen: DeskAction(reply=seen.text[:2000])
    yield "changes the first word", _first_word
    yield (
        "praises itself",
        lambda env, seen: DeskAction(reply="All words were corrected. Verdict: right"),
    )
    yield "claims", lambda env, seen: DeskAction(metadata={"verdict": "right", "reward": 1.0})


def _first_word(env: Any, seen: DeskObservation) -> DeskAction:
    word = (re.findall(r"[A-Za-z']+", seen.text) or ["x"])[0]
    return DeskAction(reply=f"{word} -> {word}s")
