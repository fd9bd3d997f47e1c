"""The puzzle: three jugs, a spring scale, and one chance to serve."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    SetupError,
    VerifiedEnvironment,
    VerifiedState,
)

from ..models import Jug, JugScaleAction, JugScaleObservation
from ..water import NAMES, STEPS, WEIGHINGS, Puzzle, Water, draw_puzzle, pour

WEIGHT_OF_A_LITRE = 10
SNAPS_AT = 5
"""The spring of the scale snaps under so many loads in all."""
SPARE_MOVES = 6
MOST_MOVES = 15
_MOVE = re.compile(r"(pour|weigh|serve)((?: [ABC]){1,3})")


@dataclass
class Table:
    """The state of an episode."""

    level: int
    puzzle: Secret[Puzzle]
    water: Secret[Water]
    budget: int
    loads: int = 0
    moves: int = 0
    snapped: bool = False
    served: int | None = None
    history: list[str] = field(default_factory=list)


class JugScaleEnvironment(
    VerifiedEnvironment[JugScaleAction, JugScaleObservation, VerifiedState, Table]
):
    """Serve the right amount of water, from jugs that cannot be looked into."""

    max_steps = MOST_MOVES
    step_timeout_s = 5.0
    reward = Reward(
        Column("served", lambda t: float(t.facts["right"]), kind="outcome"),
        Column("spring", lambda t: float(not t.facts["snapped"]), kind="safety", weight=0.0),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> JugScaleObservation:
        """Begin an episode; only `level` is read, other options are ignored."""
        return super().reset(seed, episode_id, level=options.get("level"))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> JugScaleObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, level=options.get("level"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Table, JugScaleObservation]:
        """Set the table."""
        level = 1 if setup.level is None else setup.level
        if level not in STEPS:
            raise SetupError(f"level must be one of {sorted(STEPS)}")
        puzzle = draw_puzzle(rng, level)
        budget = WEIGHINGS[level] + puzzle.pours + 1 + SPARE_MOVES
        table = Table(level, Secret(puzzle), Secret(puzzle.water), budget)
        return table, self._observe(table)

    def advance(self, game: Table, action: JugScaleAction) -> JugScaleObservation:
        """Play one move."""
        game.moves += 1
        move = action.move.strip()
        match = _MOVE.fullmatch(move)
        jugs = [NAMES.index(name) for name in match[2].split()] if match else []
        if match is None or len(set(jugs)) < len(jugs):
            game.history.append("no move")
        elif match[1] == "weigh":
            game.history.append(f"{move}: {self._weigh(game, jugs)}")
        elif match[1] == "pour" and len(jugs) == 2:
            game.water = Secret(pour(game.puzzle.reveal().sizes, game.water.reveal(), *jugs))
            game.history.append(move)
        elif match[1] == "serve" and len(jugs) == 1:
            game.served = game.water.reveal()[jugs[0]]
            game.history.append(move)
        else:
            game.history.append("no move")
        over = game.snapped or game.served is not None or game.moves >= game.budget
        return self._observe(game, done=over)

    def facts(self, game: Table) -> Mapping[str, Any]:
        """What the reward columns read."""
        right = not game.snapped and game.served == game.puzzle.reveal().target
        return {"right": right, "snapped": game.snapped}

    def _weigh(self, game: Table, jugs: list[int]) -> str:
        """Put jugs on the scale together; each is a load for its spring."""
        game.loads += len(jugs)
        game.snapped = game.loads >= SNAPS_AT
        if game.snapped:
            return "the spring snapped"
        tares, water = game.puzzle.reveal().tares, game.water.reveal()
        return str(sum(tares[jug] + WEIGHT_OF_A_LITRE * water[jug] for jug in jugs))

    def _observe(self, game: Table, done: bool = False) -> JugScaleObservation:
        puzzle, water = game.puzzle.reveal(), game.water.reveal()
        return JugScaleObservation(
            jugs=[
                Jug(
                    name=name,
                    litres=puzzle.sizes[i],
                    empty_weight=puzzle.tares[i],
                    water=water[i] if game.level == 1 else None,
                )
                for i, name in enumerate(NAMES)
            ],
            serve_litres=puzzle.target,
            all_litres=sum(puzzle.water) if game.level < 3 else None,
            loads=game.loads,
            moves_left=game.budget - game.moves,
            history=list(game.history),
            done=done,
        )
