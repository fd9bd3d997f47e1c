"""Evidence for the chord speller."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from .models import Question, Spelling
from .server.chord_speller_environment import chords, notes_of

declared = {"max_steps": 3, "success_reward": 1.0, "reward_range": (0.0, 1.0), "levels": (1, 2, 3)}

_SPELLINGS = sorted({" ".join(notes_of(chord)) for level in (1, 2, 3) for chord in chords(level)})


def oracle(env: Any, observation: Question) -> Spelling:
    """Spell the chord of the running episode."""
    return Spelling(notes=env.reveal().notes.reveal())


def null(env: Any, observation: Question) -> Spelling:
    """Send nothing."""
    return Spelling(notes="")


def actions() -> st.SearchStrategy[Spelling]:
    """Spellings of chords."""
    return st.sampled_from(_SPELLINGS).map(lambda notes: Spelling(notes=notes))


def invalid() -> list[Spelling]:
    """Spellings of no chord."""
    return [Spelling(notes=notes) for notes in ("", "H", "c e g", "C,E,G", "C E G " * 10)]


def secrets(env: Any) -> list[str]:
    """The spelling."""
    return [env.reveal().notes.reveal()]


def exploits() -> Iterator[tuple[str, Any]]:
    """Attempts to be paid for something else."""
    yield "all-notes", lambda env, seen: Spelling(notes="C D E F G A B")
    yield "claims", lambda env, seen: Spelling(notes="", metadata={"right": True})
