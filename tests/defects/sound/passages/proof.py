"""The author's evidence for the cellar."""

from typing import Any

from env import ROOMS, PassageAction

declared = {"max_steps": 8, "success_reward": 1.0}


def _distance(start: str, end: str) -> int:
    reached, steps = {start}, 0
    while end not in reached:
        reached |= {room for known in reached for room in ROOMS[known]}
        steps += 1
    return steps


def oracle(env: Any, observation: Any) -> PassageAction:
    """Takes a shortest way."""
    ways = observation.choices
    best = min(ways, key=lambda way: _distance(way, observation.exit))
    return PassageAction(choice=ways.index(best))


def null(env: Any, observation: Any) -> PassageAction:
    """Takes no passage."""
    return PassageAction(choice=3)
