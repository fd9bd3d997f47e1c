"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .boards import Board, Card, urgent
from .models import KanbanAction, KanbanObservation

Policy = Callable[[Any, KanbanObservation], KanbanAction]

declared = {
    "max_steps": 100,
    "success_reward": 1.0,
    "options": {"level": ["easy", "medium", "hard"]},
}
_LINE = re.compile(
    r"(\w): (\w+), work (\d+)/(\d+), reviewed (\w+), due day (\d+), value (\d+), needs (.)"
)


def oracle(env: Any, observation: KanbanObservation) -> KanbanAction:
    """The most urgent card first."""
    cards = []
    for name, column, work, effort, checked, due, value, needs in _LINE.findall(observation.board):
        needs = needs.strip("-")
        cards.append(
            Card(
                name, int(effort), int(due), int(value), needs, column, int(work), checked == "yes"
            )
        )
    board = Board(cards)
    for card in urgent(cards):
        for verb in ("ship", "review", "pull"):
            if getattr(board, verb)(card):
                return KanbanAction(command=f"{verb} {card.name}")
    return KanbanAction(command="day")


def null(env: Any, observation: KanbanObservation) -> KanbanAction:
    """Waits."""
    return KanbanAction(command="day")


def actions() -> st.SearchStrategy[KanbanAction]:
    """Commands for all cards."""
    command = st.builds(
        "{} {}".format, st.sampled_from(["pull", "review", "ship"]), st.sampled_from("ABCDEZ")
    )
    return st.builds(KanbanAction, command=st.one_of(st.just("day"), command, st.text(max_size=8)))


def invalid() -> list[KanbanAction]:
    """Moves that are not possible at the start."""
    return [
        KanbanAction(),
        KanbanAction(command="ship A"),
        KanbanAction(command="review A"),
        KanbanAction(command="pull Z"),
    ]


def secrets(env: Any) -> list[str]:
    """The whole board is shown."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Ships without work."""
    yield "ship", lambda env, seen: KanbanAction(command="ship A")
    yield "pull", lambda env, seen: KanbanAction(command="pull A")
