"""An environment with secrets for the tests of the page. Its texts try to become markup."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar, Literal

from pydantic import Field

from hallmark_rl.sdk import (
    ActionError,
    Column,
    Reward,
    Secret,
    Setup,
    TaskSet,
    VerifiedAction,
    VerifiedEnvironment,
    VerifiedObservation,
    VerifiedState,
)

MARKUP = '<img src=x onerror="window.harmed=1"></script><script>window.harmed=1</script>'
Mode = Literal["plain", "loud"]


class Step(VerifiedAction):
    """One step. `door` is the way out."""

    door: str = Field(default="", max_length=40, description=f"Which door {MARKUP}")
    kind: Literal["open", "knock"] = "open"
    times: int = Field(default=1, ge=1, le=3)
    force: float = 0.5
    quiet: bool = False
    note: str = ""
    code: str = ""
    extra: list[int] = Field(default_factory=list)


class View(VerifiedObservation):
    feedback: str = ""
    doors: list[dict[str, str]] = Field(default_factory=list)
    big: int = 2**70


class MazeState(VerifiedState):
    mode: Mode = "plain"


@dataclass
class Game:
    way_out: Secret[str]
    opened: list[str] = field(default_factory=list)


class Maze(VerifiedEnvironment[Step, View, MazeState, Game]):
    max_steps = 4
    tasks = TaskSet({"train": {1: ["sesame-one"], 2: ["basalt-one"]},
                     "test": {1: ["quartz-one"], 2: ["quartz-two"]}})  # fmt: skip
    options: ClassVar[dict[str, str]] = {"mode": "plain"}
    reward = Reward(
        Column("out", lambda t: float(t.facts["out"]), kind="outcome"),
        Column("polite", lambda t: float(not t.action.quiet), kind="safety", gate=1.0),
        Column("opened", lambda t: t.facts["opened"] / 4, kind="process", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Game, View]:
        assert setup.task is not None
        return Game(Secret(setup.task.payload)), View(feedback=f"find the way out {MARKUP}")

    def facts(self, game: Game) -> dict[str, float]:
        out = bool(game.opened) and game.opened[-1] == game.way_out.reveal()
        return {"out": float(out), "opened": float(len(game.opened))}

    def advance(self, game: Game, action: Step) -> View:
        if action.note == "crash":
            raise KeyError(game.way_out.reveal())
        if action.note == "refuse":
            raise ActionError(f"not {game.way_out.reveal()}")
        game.opened.append(action.door)
        out = action.door == game.way_out.reveal()
        doors = [{"door": door, "opens": "no"} for door in game.opened]
        return View(feedback="line 2 is wrong" if action.code else "", doors=doors, done=out)

    def secrets(self, game: Game) -> Iterable[str]:
        return [game.way_out.reveal()]
