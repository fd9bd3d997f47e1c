"""The rules of an episode, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, SetupError, VerifiedEnvironment, VerifiedState

from ..models import PortCraneAction, PortCraneObservation
from ..planning import BAYS, Yard, best_plan, draw_yard, minutes_for


@dataclass
class Game:
    """The yard as it stands, and what the best plan would have loaded."""

    yard: Yard
    bays: list[list[tuple[int, int]]]
    best: int
    crane: int = 0
    clock: int = 0
    on_board: int = 0


class PortCraneEnvironment(
    VerifiedEnvironment[PortCraneAction, PortCraneObservation, VerifiedState, Game]
):
    """Load the most valuable containers before the ship leaves."""

    max_steps = 40
    step_timeout_s = 5.0
    reward = Reward(
        Column("loaded", lambda t: min(1.0, t.facts["on_board"] / t.facts["best"]), kind="outcome"),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Game, PortCraneObservation]:
        """Draw a yard and look for its best plan."""
        level = 1 if setup.level is None else setup.level
        if level not in BAYS:
            raise SetupError(f"no level {level}: choose one of {list(BAYS)}")
        yard = draw_yard(rng, level)
        best, _ = best_plan(yard.bays, 0, yard.departure)
        game = Game(yard, [list(stack) for stack in yard.bays], best)
        return game, self._look(game, "The ship is ready.")

    def advance(self, game: Game, action: PortCraneAction) -> PortCraneObservation:
        """Carry out one order."""
        if action.kind == "sail":
            return self._look(game, "The ship leaves early.", done=True)
        if action.bay > len(game.bays) or not game.bays[action.bay - 1]:
            game.clock += 1
            return self._look(game, "There is nothing to lift.", done=self._over(game))
        stack = game.bays[action.bay - 1]
        value, lift = stack[0]
        game.clock += minutes_for(action.kind, game.crane, action.bay, lift)
        if game.clock > game.yard.departure:
            return self._look(game, "The ship left before the lift was finished.", done=True)
        del stack[0]
        if action.kind == "load":
            game.on_board += value
            game.crane = 0
            note = f"A container of value {value} is on board."
        else:
            game.crane = action.bay
            note = f"A container of value {value} is on the quay."
        return self._look(game, note, done=self._over(game))

    def facts(self, game: Game) -> Mapping[str, Any]:
        """What the reward reads."""
        return {"on_board": game.on_board, "best": game.best}

    def _over(self, game: Game) -> bool:
        return game.clock >= game.yard.departure or not any(game.bays)

    def _look(self, game: Game, note: str, *, done: bool = False) -> PortCraneObservation:
        return PortCraneObservation(
            bays=[[f"{value}/{lift}" for value, lift in stack] for stack in game.bays],
            crane=game.crane,
            clock=game.clock,
            departure=game.yard.departure,
            on_board=game.on_board,
            note=note,
            done=done,
        )

    # Clients of OpenEnv may send options of other environments: they are dropped.

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> PortCraneObservation:
        """Begin an episode; of the options only `level` counts."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> PortCraneObservation:
        """`reset` without blocking."""
        return await super().reset_async(seed, episode_id, **_known(options))


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: options[name] for name in ("level",) if name in options}
