"""Beam search for an episode with a high return, on one seed."""

from __future__ import annotations

from typing import Any

from hallmark_rl.conformance.actions.action_source import ActionSource, observation_tokens
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.oracle_search.action_slots import filled, slots_of
from hallmark_rl.conformance.oracle_search.search_player import SearchPlayer, quality
from hallmark_rl.conformance.oracle_search.step_candidates import (
    first_of_each_kind,
    shown_numbers,
)
from hallmark_rl.conformance.survey.survey_data import Rollout

_WIDTH = 4
_MOST_TOKENS = 16
_MOST_NUMBERS = 8
_MOST_KINDS = 4


def best_episode(
    player: SearchPlayer,
    source: ActionSource,
    actions: list[Action],
    seed: int | None,
    *,
    depth: int,
) -> Rollout | None:
    """The best episode of at most `depth` steps that a beam search finds; None if none is paid.

    Every episode is played from its reset, so that the environment needs no copy. Of episodes that
    lead to the same message the first is kept.

    Args:
        player: plays the episodes.
        source: makes actions from words and numbers of the messages.
        actions: actions that are tried in every step.
        seed: the seed of the reset.
        depth: most steps of an episode.
    """
    best: Rollout | None = None
    beam: list[tuple[Rollout, dict[str, Any]]] = [(player.play([], seed), {})]
    seen: set[str] = set()
    for _ in range(depth):
        found: list[tuple[Rollout, dict[str, Any]]] = []
        for start, data in beam:
            for action in [*actions, *shown_actions(source, actions, data)]:
                if not player.has_time:
                    return best
                rollout = player.play([*start.actions, action], seed)
                if rollout.error:
                    continue
                if rollout.total > 0 and (
                    best is None or order_of(player, rollout) > order_of(player, best)
                ):
                    best = rollout
                    if player.is_solved(best):
                        return best
                key = _content(player.last.data or {})
                if not rollout.done and key not in seen:
                    seen.add(key)
                    found.append((rollout, player.last.data or {}))
        found.sort(key=lambda pair: order_of(player, pair[0]), reverse=True)
        beam = found[:_WIDTH]
        if not beam:
            break
    return best


def order_of(player: SearchPlayer, rollout: Rollout) -> tuple[Any, ...]:
    """What the episodes of a player are ordered by, the best last."""
    return quality(rollout, solved=player.is_solved(rollout))


def _content(data: dict[str, Any]) -> str:
    return to_json({key: value for key, value in data.items() if key not in ("reward", "metadata")})


def shown_actions(
    source: ActionSource, actions: list[Action], data: dict[str, Any]
) -> list[Action]:
    """The first action of each kind with words and numbers of a message in each of its slots.

    Whole numbers are halved too: an offer, or a share of what there is.
    """
    shown = {key: value for key, value in data.items() if key not in ("reward", "done", "metadata")}
    words = observation_tokens(shown)[:_MOST_TOKENS]
    numbers = shown_numbers(shown)[:_MOST_NUMBERS]
    halves = [value // 2 for value in numbers if isinstance(value, int) and value > 3]
    made: dict[str, Action] = {}
    for base in first_of_each_kind(source, actions)[:_MOST_KINDS]:
        for slot in slots_of(source, base):
            if slot.choices:
                continue
            values: list[Any] = words if "string" in slot.kinds else []
            if slot.kinds & {"integer", "number"}:
                values = [*values, *numbers, *halves]
            for value in values:
                action = filled(base, slot, value)
                if source.valid(action):
                    made.setdefault(to_json(action), action)
    return list(made.values())


def shortened(player: SearchPlayer, rollout: Rollout) -> Rollout:
    """The episode without the steps that its return does not need."""
    best = rollout
    for index in reversed(range(len(rollout.actions))):
        fewer = [*best.actions[:index], *best.actions[index + 1 :]]
        if not fewer or not player.has_time:
            break
        candidate = player.play(fewer, rollout.seed)
        solved = player.is_solved(candidate) >= player.is_solved(best)
        if not candidate.error and solved and candidate.total >= best.total - 1e-9:
            best = candidate
    return best
