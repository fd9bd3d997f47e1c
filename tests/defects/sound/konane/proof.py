"""Evidence for Konane."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hypothesis import strategies as st

from .models import Jump, Stones
from .server.konane_environment import OTHER, OWN, hops, name, play, wins

declared = {"max_steps": 12, "success_reward": 1.0, "reward_range": (0.0, 1.0)}


def oracle(env: Any, observation: Stones) -> Jump:
    """A jump that wins against best play, from the observation."""
    board = "".join(observation.rows)
    options = hops(board, OWN)
    good = [hop for hop in options if not wins(play(board, hop), OTHER)]
    return Jump(jump=name((good or options)[0]))


def null(env: Any, observation: Stones) -> Jump:
    """No jump."""
    return Jump(jump="")


def actions() -> st.SearchStrategy[Jump]:
    """Jumps by two squares."""
    columns, rows = "abcde", "1234"
    along = [
        f"{a}{row}-{b}{row}" for a, b in zip(columns, columns[2:], strict=False) for row in rows
    ]
    down = [
        f"{column}{a}-{column}{b}"
        for a, b in zip(rows, rows[2:], strict=False)
        for column in columns
    ]
    every = [*along, *down]
    return st.sampled_from([*every, *(f"{j[3:]}-{j[:2]}" for j in every)]).map(
        lambda j: Jump(jump=j)
    )


def invalid() -> list[Jump]:
    """Texts that are no jump."""
    return [Jump(jump=jump) for jump in ("", "a1", "a1-a2", "z9-z7", "A1-A3", "a1a3")]


def exploits() -> Iterator[tuple[str, Any]]:
    """Claim the win."""
    yield "claims", lambda env, seen: Jump(jump="a1-a1", metadata={"winner": "x"})
