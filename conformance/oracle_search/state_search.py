"""Search the states of an instance for a paid episode, on one seed."""

from __future__ import annotations

import heapq
import itertools
import re
from collections import Counter
from dataclasses import dataclass, field, replace
from typing import Any

from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.message_content import content_without_counters
from hallmark_rl.conformance.oracle_search.search_player import SearchPlayer, quality
from hallmark_rl.conformance.oracle_search.step_candidates import StepCandidates
from hallmark_rl.conformance.survey.survey_data import Rollout

_MOST_FAILURES = 2
"""After so many states in which an action changed nothing, it is tried last in the others."""
_MOST_IDLE = 6
_MOST_PAIRS = 6
_BELOW_A_LIST = re.compile(r"\[\d+\].*$")


@dataclass(order=True)
class _State:
    """A state that was reached: states that paid more come first, then those nearer to the start.

    `waiting` are the actions that have not been tried in it.
    """

    order: tuple[float, int, int]
    actions: list[Action] = field(compare=False)
    key: str = field(compare=False)
    waiting: list[Action] = field(compare=False)


class StateSearch:
    """Searches the states that actions lead to; of episodes that lead to one, the first goes on.

    States are told apart by the values that the instance holds, without those that are never the
    same again, whatever is done: counters, histories. So a thing that is carried makes another
    state, also where no message shows it. Where no action changes what can be read of the instance,
    the message without counters is the state.

    Args:
        player: plays the episodes.
        candidates: makes the actions to try after a message.
        seed: the seed of the reset.
    """

    def __init__(self, player: SearchPlayer, candidates: StepCandidates, seed: int | None) -> None:
        self._player = player
        self._candidates = candidates
        self._seed = seed
        self._volatile: set[str] | None = None

    def best_episode(self) -> Rollout | None:
        """The best episode that was found, the first that is solved; None if none is paid."""
        self._player.reads_values = True
        try:
            self._player.play([], self._seed)
            first = self._candidates.after(self._player.last.data or {}, [])
            self._volatile = self._never_the_same(first)
            best, states = self._search(first)
            found = [best]
            if states == 1 and self._volatile is not None:
                self._volatile = None
                found.append(self._search(first)[0])
            return max(filter(None, found), key=self._order, default=None)
        finally:
            self._player.reads_values = False

    def _search(self, first: list[Action]) -> tuple[Rollout | None, int]:
        """The best episode, and the number of states that were reached."""
        player = self._player
        start = player.play([], self._seed)
        numbers, failures = itertools.count(), Counter[str]()
        ready = [_State((-start.total, 0, next(numbers)), [], self._key(), first)]
        later: list[_State] = []
        seen = {ready[0].key}
        best: Rollout | None = None
        while (ready or later) and player.has_time:
            state = heapq.heappop(ready or later)
            likely = [a for a in state.waiting if failures[to_json(a)] < _MOST_FAILURES]
            unlikely = [a for a in state.waiting if failures[to_json(a)] >= _MOST_FAILURES]
            for action in likely or unlikely:
                rollout = player.play([*state.actions, action], self._seed)
                if not player.has_time:
                    break
                if rollout.error or len(rollout.actions) <= len(state.actions):
                    continue
                better = best is None or self._order(rollout) > self._order(best)
                if rollout.total > 0 and better:
                    best = rollout
                    if player.is_solved(best):
                        return best, len(seen)
                key = self._key()
                failures[to_json(action)] += 1 if key == state.key else -_MOST_FAILURES
                if not rollout.done and key not in seen:
                    seen.add(key)
                    waiting = self._candidates.after(player.last.data or {}, rollout.actions)
                    order = (-round(rollout.total, 9), len(rollout.actions), next(numbers))
                    heapq.heappush(ready, _State(order, rollout.actions, key, waiting))
            if likely and unlikely:
                heapq.heappush(later, replace(state, waiting=unlikely))
        return best, len(seen)

    def _order(self, rollout: Rollout) -> tuple[Any, ...]:
        return quality(rollout, solved=self._player.is_solved(rollout))

    def _key(self) -> str:
        """The state after the last episode."""
        values = self._player.values
        if not values or self._volatile is None:
            return content_without_counters(self._player.last.data or {})
        kept = {
            path: value
            for path, value in values.items()
            if _BELOW_A_LIST.sub("", path) not in self._volatile
        }
        return to_json(kept)

    def _never_the_same(self, actions: list[Action]) -> set[str] | None:
        """The places that hold another value after each step, whatever is done.

        Tried are some actions again and again, and pairs of them in turn: a value that comes back
        is none of these. None where the instance holds nothing that can be read.
        """
        few = actions[:_MOST_IDLE]
        pairs = itertools.islice(itertools.combinations(few, 2), _MOST_PAIRS)
        found: set[str] | None = None
        for one, other in [*((action, action) for action in few), *pairs]:
            script = [one, other] * 2
            held = []
            for count in range(len(script) + 1):
                rollout = self._player.play(script[:count], self._seed)
                if rollout.error or rollout.done or not self._player.values:
                    break
                held.append(_by_place(self._player.values))
            if len(held) > len(script):
                changing = {
                    place
                    for place in held[-1]
                    if len({to_json(values.get(place)) for values in held}) == len(held)
                }
                found = changing if found is None else found & changing
        return found


def _by_place(values: dict[str, Any]) -> dict[str, list[Any]]:
    """The values by place, those within a list together."""
    places: dict[str, list[Any]] = {}
    for path, value in values.items():
        places.setdefault(_BELOW_A_LIST.sub("", path), []).append(value)
    return places
