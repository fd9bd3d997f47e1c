"""The author's evidence for the tickets."""

from typing import Any

from hypothesis import strategies as st
from tickets import TicketsAction

LABELS = ("bug", "billing", "praise", "spam")
declared = {"max_steps": 1}


def oracle(env: Any, observation: Any) -> TicketsAction:
    """Knows the labels."""
    return TicketsAction(labels=env._labels)


def actions() -> st.SearchStrategy[TicketsAction]:
    """Four labels."""
    four = st.lists(st.sampled_from(LABELS), min_size=4, max_size=4)
    return st.builds(TicketsAction, labels=four)


def invalid() -> list[TicketsAction]:
    """Too few and too many."""
    return [TicketsAction(labels=["bug"]), TicketsAction(labels=["spam"] * 8)]
