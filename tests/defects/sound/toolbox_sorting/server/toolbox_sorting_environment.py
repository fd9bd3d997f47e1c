"""Sorting a toolbox."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    TaskSet,
    VerifiedEnvironment,
    hold_out,
)

from ..models import Tool, ToolAction, ToolboxObservation, ToolboxState
from ..rules import LEVELS, Box, Thing, box

MOVES = 30
BOXES = 500
DRAWERS = 3


@dataclass
class Bench:
    """The box, and where the tools are."""

    level: int
    box: Box
    moves: int = 0
    closed: bool = False
    placed: dict[str, int] = field(default_factory=dict)

    @property
    def home(self) -> dict[str, int]:
        """The drawer of each tool by the master's rule."""
        return {tool[0]: self.box.rule.drawer(tool) for tool in self.box.tools}

    @property
    def right(self) -> float:
        """The part of the tools that are in their drawer."""
        home = self.home
        return sum(self.placed.get(name) == drawer for name, drawer in home.items()) / len(home)


def tasks() -> TaskSet[int]:
    """The numbers of the boxes; a fifth of each level is held out."""
    train, test = {}, {}
    for level in LEVELS:
        train[level], test[level] = hold_out(range(BOXES), BOXES // 5, seed=7 * level)
    return TaskSet({"train": train, "test": test})


class ToolboxSortingEnvironment(
    VerifiedEnvironment[ToolAction, ToolboxObservation, ToolboxState, Bench]
):
    """Find the master's rule in the examples and sort the tools by it."""

    max_steps = MOVES
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column(
            "sorted", lambda t: float(t.facts["closed"] and t.facts["right"] == 1), kind="outcome"
        ),
        Column("closed", lambda t: float(t.facts["closed"]), kind="format", weight=0.0),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ToolboxObservation:
        """Begin an episode; unknown options are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ToolboxObservation:
        """As `reset`."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Bench, ToolboxObservation]:
        """Empty the box onto the bench."""
        assert setup.task is not None
        bench = Bench(setup.task.level, box(setup.task.level, setup.task.payload))
        return bench, _observe(bench)

    def advance(self, bench: Bench, action: ToolAction) -> ToolboxObservation:
        """Put a tool away, or close the box."""
        bench.moves += 1
        if action.move == "close":
            bench.closed = True
            return _observe(bench)
        if action.tool not in {tool[0] for tool in bench.box.tools}:
            return _observe(bench, "no such tool")
        if not 1 <= action.drawer <= DRAWERS:
            return _observe(bench, "no such drawer")
        bench.placed[action.tool] = action.drawer
        return _observe(bench)

    def facts(self, bench: Bench) -> Mapping[str, Any]:
        """Whether the box was closed, and the part of the tools that are right."""
        return {"closed": bench.closed, "right": bench.right}

    def public_state(self, bench: Bench) -> Mapping[str, Any]:
        """The counter of the display."""
        return {"loose": sum(name not in bench.placed for name in bench.home)}


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: options[name] for name in ("split", "index", "level") if name in options}


def _tool(thing: Thing) -> Tool:
    name, trade, material, handle = thing
    return Tool(name=name, trade=trade, material=material, handle=handle)


def _observe(bench: Bench, note: Any = "") -> ToolboxObservation:
    return ToolboxObservation(
        level=bench.level,
        drawers=DRAWERS,
        examples=[_tool(thing) for thing in bench.box.examples],
        example_drawers=[bench.box.rule.drawer(thing) for thing in bench.box.examples],
        tools=[_tool(thing) for thing in bench.box.tools],
        placed=dict(bench.placed),
        note=note,
        moves_left=MOVES - bench.moves,
        done=bench.closed,
    )
