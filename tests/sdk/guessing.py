"""A number-guessing environment for the tests of the base class."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import ClassVar

from pydantic import Field

from hallmark_rl.sdk import (
    ActionError,
    Column,
    Reward,
    Secret,
    Setup,
    VerifiedAction,
    VerifiedEnvironment,
    VerifiedObservation,
    VerifiedState,
)


class Guess(VerifiedAction):
    number: int = 0
    stunt: str = ""


class Reply(VerifiedObservation):
    hint: str = ""
    said: list[int] = Field(default_factory=list)
    won: bool = False


@dataclass
class Game:
    target: Secret[int]
    code: Secret[str]
    said: list[int] = field(default_factory=list)


class Guessing(VerifiedEnvironment[Guess, Reply, VerifiedState, Game]):
    """Guess a number; `stunt` makes `advance` misbehave, `hang` makes `begin`."""

    max_steps = 5
    reset_timeout_s = 2.0
    reward = Reward(
        Column("won", lambda t: float(t.observation.won), kind="outcome"),
        Column("near", lambda t: t.facts["near"], kind="process", weight=0.0),
    )
    options: ClassVar[dict[str, int]] = {"low": 0, "hang": False}

    def begin(self, rng: Random, setup: Setup) -> tuple[Game, Reply]:
        while setup.options["hang"]:
            pass
        number = setup.options["low"] + rng.randrange(1000)
        return Game(Secret(number), Secret(f"code-{number}")), Reply(hint="0 to 999")

    def facts(self, game: Game) -> dict[str, float]:
        near = bool(game.said) and abs(game.said[-1] - game.target.reveal()) < 10
        return {"near": float(near)}

    def advance(self, game: Game, action: Guess) -> Reply:
        game.said.append(action.number)
        match action.stunt:
            case "crash":
                raise KeyError(game.code.reveal())
            case "exit":
                raise SystemExit(0)
            case "reject":
                raise ActionError("numbers only")
            case "loop":
                while True:
                    pass
            case "leak":
                return Reply(hint=f"it is not {game.code.reveal()}")
            case "pay":
                return Reply(reward=1.0)
            case "tell":
                raise ActionError(f"not {game.code.reveal()}")
            case "nothing":
                return None  # type: ignore[return-value]
        won = action.number == game.target.reveal()
        return Reply(hint="yes" if won else "no", said=game.said, won=won, done=won)


def target(env: Guessing) -> int:
    """The number to guess."""
    return env.reveal().target.reveal()
