"""The rules of an episode, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, VerifiedEnvironment, VerifiedState

from ..models import MetroRouteAction, MetroRouteObservation
from ..routing import Edge, draw_map, neighbours, shortest

ATTEMPTS = 2
TASK = (
    "Name the stations of a route from start to goal with as few stops as possible. "
    "Any shortest route is right."
)


@dataclass
class Game:
    """Everything that changes during an episode."""

    edges: list[Edge]
    start: str
    goal: str
    attempts: int = 0
    found: bool = False


def problem(game: Game, stops: list[str]) -> str:
    """What is wrong with a route; empty if it is right."""
    near = neighbours(game.edges)
    if not stops or stops[0] != game.start or stops[-1] != game.goal:
        return "the route must begin at start and end at goal"
    for here, there in pairwise(stops):
        if here not in near or there not in near[here]:
            return "two stations of the route are not connected"
    best = shortest(near, game.start, game.goal)
    if len(stops) > len(best):
        return "there is a shorter route"
    return ""


class MetroRouteEnvironment(
    VerifiedEnvironment[MetroRouteAction, MetroRouteObservation, VerifiedState, Game]
):
    """Find a shortest route."""

    max_steps = ATTEMPTS
    step_timeout_s = 5.0
    reward = Reward(Column("shortest", lambda t: float(t.facts["found"]), kind="outcome"))

    def begin(self, rng: Random, setup: Setup) -> tuple[Game, MetroRouteObservation]:
        """Draw a map."""
        game = Game(*draw_map(rng))
        return game, self._look(game, "")

    def advance(self, game: Game, action: MetroRouteAction) -> MetroRouteObservation:
        """Judge a route."""
        game.attempts += 1
        note = problem(game, action.stops)
        game.found = not note
        return self._look(game, note)

    def facts(self, game: Game) -> Mapping[str, Any]:
        """What the reward reads."""
        return {"found": game.found}

    def _look(self, game: Game, note: str) -> MetroRouteObservation:
        return MetroRouteObservation(
            task=TASK,
            connections=[list(edge) for edge in game.edges],
            start=game.start,
            goal=game.goal,
            note=note,
            attempts_left=ATTEMPTS - game.attempts,
            done=game.found,
        )
