"""The author's evidence for the maze."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tests.sdk.play.maze import Maze, Step, View


def oracle(env: Maze, observation: View) -> Step:
    return Step(door=env.reveal().way_out.reveal())


def null(env: Maze, observation: View) -> Step:
    return Step()


def secrets(env: Maze) -> list[str]:
    return [env.reveal().way_out.reveal()]


def exploits() -> Iterator[tuple[str, Any]]:
    yield "claims-a-win", lambda env, observation: Step(door="x", metadata={"success": True})
    yield "breaks", lambda env, observation: 1 / 0


def actions() -> list[Step]:
    return [Step(door="drawn-by-the-author")]
