"""Evidence from the author: how an exercise is solved, and what must earn nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import ShellAction, ShellObservation

Policy = Callable[[Any, ShellObservation], ShellAction]

declared = {"max_steps": 7, "success_reward": 1.0, "levels": (1, 2, 3)}


def oracle(env: Any, seen: ShellObservation) -> ShellAction:
    """Sends the lines of the exercise's own solution, from inside the environment."""
    game = env.reveal()
    return ShellAction(line=game.exercise.plan[env.state.step_count])


def null(env: Any, seen: ShellObservation) -> ShellAction:
    """Is done at once."""
    return ShellAction(line="DONE")


def actions() -> st.SearchStrategy[ShellAction]:
    """Commands on any cells, and other texts."""
    cell = st.tuples(st.sampled_from("ABCDEF"), st.integers(1, 9)).map(lambda c: f"{c[0]}{c[1]}")
    formula = st.one_of(
        st.tuples(cell, st.sampled_from("+-*"), cell).map("".join),
        st.tuples(cell, cell).map(lambda c: f"SUM({c[0]}:{c[1]})"),
        st.integers(0, 99).map(str),
    )
    line = st.one_of(
        st.tuples(cell, formula).map(lambda c: f"SET {c[0]} ={c[1]}"),
        st.tuples(cell, st.integers(1, 9)).map(lambda c: f"FILL {c[0]} {c[1]}"),
        st.sampled_from(["DONE", "HELP", ""]),
        st.text(max_size=20),
    )
    return line.map(lambda text: ShellAction(line=text))


def invalid() -> list[ShellAction]:
    """Lines that are always refused."""
    return [
        ShellAction(line=text)
        for text in (
            "",
            "HELP",
            "SET A1 =5",
            "SET C1 5",
            "set c1 =A1",
            "SET Z9 =1",
            "FILL F9",
            "SET C1 =1/0",
        )
    ]


def secrets(env: Any) -> list[str]:
    """The other numbers are not texts; nothing is secret as a text."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Ways to be paid without formulas."""
    yield "ones", lambda env, seen: ShellAction(line=f"SET C{seen.lines_left} =1")
    yield (
        "typed-sum",
        lambda env, seen: ShellAction(
            line=f"SET E1 ={sum(int(v) for c, v in seen.values.items() if c[0] in 'AB')}"
        ),
    )
    yield (
        "claims",
        lambda env, seen: ShellAction(line="DONE", metadata={"solved": True, "reward": 1.0}),
    )
