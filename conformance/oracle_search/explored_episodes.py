"""Episodes that pay late: drawn ones, improved step by step, and a search of the states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.oracle_search.drawn_episodes import best_drawn_episode
from hallmark_rl.conformance.oracle_search.episode_search import improved, shortened
from hallmark_rl.conformance.oracle_search.search_player import SearchPlayer
from hallmark_rl.conformance.oracle_search.state_search import StateSearch
from hallmark_rl.conformance.oracle_search.step_candidates import StepCandidates
from hallmark_rl.conformance.survey.survey_data import Rollout

FEWEST_SOLVED = 2
"""Fewer solved seeds cannot be compared."""
_MOST_DRAWN = 120
"""Episodes that are drawn for each seed where nothing is paid."""
_MOST_REPLACING = 8
"""Actions that are tried in the place of each step of an episode."""


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

    First single steps of the known episodes are replaced; where none is known, those of the best
    drawn ones. Then the states are searched; each search may use an equal part of what is left for
    the seeds that are still to be solved.
    """
    found = Explored()
    with player.share(2):
        if known:
            found.made += [_improved(player, rollout, candidates) for rollout in known]
        else:
            _draw(player, candidates, seeds, found)
    needed = max(FEWEST_SOLVED, len(seeds) // 2)
    for seed in seeds:
        missing = needed - sum(map(player.is_solved, found.made))
        if missing > 0 and player.has_time:
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
    for paid in filter(None, drawn):
        again = player.play(paid.actions, paid.seed)
        if player.has_time and abs(again.total - paid.total) > 1e-9:
            found.unrepeated.append(paid)
        else:
            found.made.append(shortened(player, _improved(player, paid, candidates)))


def _improved(player: SearchPlayer, rollout: Rollout, candidates: StepCandidates) -> Rollout:
    """The episode with steps replaced by others of its steps, or by fixed actions."""
    actions = {to_json(action): action for action in [*rollout.actions, *candidates.fixed]}
    return improved(player, rollout, list(actions.values())[:_MOST_REPLACING])
