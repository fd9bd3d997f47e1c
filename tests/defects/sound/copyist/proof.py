"""The author's evidence for the copies."""

from collections.abc import Iterator
from typing import Any

from env import CopyistAction, CopyistObservation
from hypothesis import strategies as st

declared = {"max_steps": 2, "success_reward": 1.0, "levels": (1, 2, 3), "deterministic": True}


def oracle(env: Any, seen: CopyistObservation) -> CopyistAction:
    """Copies."""
    return CopyistAction(text=seen.original)


def null(env: Any, seen: CopyistObservation) -> CopyistAction:
    """Writes nothing."""
    return CopyistAction()


def actions() -> st.SearchStrategy[CopyistAction]:
    """Any texts."""
    return st.builds(CopyistAction, text=st.text(max_size=40))


def exploits() -> Iterator[tuple[str, Any]]:
    """Copies that are nearly right."""
    yield "twice", lambda env, seen: CopyistAction(text=(seen.original * 2)[:400])
    yield "prefix", lambda env, seen: CopyistAction(text=seen.original[:-1])
    yield "other ends", lambda env, seen: CopyistAction(text="X" + seen.original[1:] + "X")
