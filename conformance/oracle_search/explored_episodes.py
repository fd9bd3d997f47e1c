"""Episodes that pay late: drawn ones, improved step by step, and a search of the states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hallmark_rl.conformance.oracle_search.drawn_episodes import best_drawn_episode
from hallmark_rl.conformance.oracle_search.episode_search import shortened
from hallmark_rl.conformance.oracle_search.local_search import improved
from hallmark_rl.conformance.oracle_search.search_player import SearchPlayer
from hallmark_rl.conformance.oracle_search.state_search import StateSearch
from hallmark_rl.conformance.oracle_search.step_candidates import StepCandidates
from hallmark_rl.conformance.survey.survey_data import Rollout

FEWEST_SOLVED = 2
"""Fewer solved seeds cannot be compared."""
_MOST_DRAWN = 120
"""Episodes that are drawn for each seed where nothing is paid."""


@dataclass
class Explored:
    """What was found.

    Attributes:
        made: paid episodes, perhaps several of a seed.
        unrepeated: episodes that were paid and earned something else when they were played again.
    """

    made: list[Rollout] = field(default_factory=list)
    unrepeated: list[Rollout] = field(default_factory=list)


def explore(
    player: SearchPlayer,
    known: Sequence[Rollout],
    candidates: StepCandidates,
    seeds: Sequence[int | None],
) -> Explored:
    """Look for better episodes than the known ones, until half of the seeds are solved.

    First the known episodes are changed step by step; where none is known, the best drawn ones.
    Then the states are searched; each search may use an equal part of what is left for the seeds
    that are still to be solved.
    """
    found = Explored()
    with player.share(2):
        if known:
            _improve(player, candidates, known, found)
        else:
            _draw(player, candidates, seeds, found)
    needed = max(FEWEST_SOLVED, len(seeds) // 2)
    for seed in seeds:
        solved = {rollout.seed for rollout in found.made if player.is_solved(rollout)}
        missing = needed - len(solved)
        if missing > 0 and seed not in solved and player.has_time:
            with player.share(missing):
                rollout = StateSearch(player, candidates, seed).best_episode()
            found.made += [shortened(player, rollout)] if rollout else []
    return found


def _draw(
    player: SearchPlayer,
    candidates: StepCandidates,
    seeds: Sequence[int | None],
    found: Explored,
) -> None:
    """Draw episodes on every seed, and improve the best one of each."""
    drawn = [best_drawn_episode(player, candidates, seed, _MOST_DRAWN) for seed in seeds]
    repeated: list[Rollout] = []
    for paid in filter(None, drawn):
        again = player.play(paid.actions, paid.seed)
        if player.has_time and abs(again.total - paid.total) > 1e-9:
            found.unrepeated.append(paid)
        else:
            repeated.append(paid)
    _improve(player, candidates, repeated, found)


def _improve(
    player: SearchPlayer,
    candidates: StepCandidates,
    rollouts: Sequence[Rollout],
    found: Explored,
) -> None:
    """Improve each of the episodes, in an equal share of the time."""
    for number, rollout in enumerate(rollouts):
        with player.share(len(rollouts) - number):
            found.made.append(shortened(player, improved(player, rollout, candidates)))
