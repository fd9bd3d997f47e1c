"""Reward: what is undone and done again is not counted as progress a second time.

Where a shown count rises when a part of the task is done, such as a delivery, that step is undone
and repeated. If all else is as before and the count has risen again, the rest of the task may be
left out: the same part is done until the episode ends.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any, NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext, Trace
from hallmark_rl.conformance.checking.policies import oracle_margin, step_limit, wrong_moves
from hallmark_rl.conformance.checking.probes.shown_amounts import shown_numbers
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.refusals import VERDICT
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST, _RISES, _COMPARED, _MOST_ROUNDS = 2, 3, 12, 60
"""Solutions that must show it, counts that are tried, rises that are compared, and rounds."""
_MOVES, _FEWEST_MOVES = 24, 8
"""Moves that may undo a step: at most, and whatever the time."""


class _Rise(NamedTuple):
    """A step of a solution that raises a shown count: its index, the count, and by how much."""

    step: int
    path: str
    by: float


class _Seen(NamedTuple):
    """What a solution shows.

    Attributes:
        trace: the responses.
        numbers: the shown numbers of each.
        counters: the paths of the numbers that are different in each of them.
        first: the values of the first message by their paths.
    """

    trace: Trace
    numbers: list[dict[str, float]]
    counters: set[str]
    first: dict[str, Any]

    @classmethod
    def of(cls, trace: Trace) -> _Seen:
        """Read the responses to the calls of a solution."""
        numbers = [shown_numbers(response.data) for response in trace]
        counters = {
            path for path in numbers[0] if len({each.get(path) for each in numbers}) == len(trace)
        }
        return cls(trace, numbers, counters, dict(subtrees(trace[0].data or {})))

    def others(self, response: Response, count: str) -> dict[str, Any]:
        """What a message shows beside a count, numbers that every step changes, and new texts."""
        return {
            path: value
            for path, value in subtrees(response.data or {})
            if not isinstance(value, dict | list)
            and path not in (count, *self.counters)
            and path.split(".")[0].split("[")[0] not in VERDICT
            and not (isinstance(value, str) and self.first.get(path, "") == "")
        }


@check("reward.counted_again")
def counted_again(context: CheckContext) -> None:
    """Undo and repeat the first step that raises a count, until the episode ends."""
    context.require_deterministic()
    context.require_capability_absent("stochastic", "single returns depend on chance")
    tried = 0
    found: list[tuple[Episode, str, float, float]] = []
    for solution in context.until_budget(context.solutions, least=_FEWEST):
        seen = _Seen.of(context.play(solution.episode("solution")))
        for rise in context.until_budget(itertools.islice(_rises(seen), _RISES)):
            tried += 1
            undoing = _undoing(context, solution, seen, rise)
            case = _repeated(context, solution, seen, rise, undoing) if undoing else None
            if case:
                found.append((case[0], rise.path, case[1], solution.total))
                break
        if len(found) >= _FEWEST:
            episode, path, earned, total = found[0]
            raise PropertyViolated(
                f"a step that raises {path} raises it again after it was undone: with one part "
                f"done again and again {earned:.4g} is earned, the solution earns {total:.4g}",
                episode,
            )
    if not tried:
        raise NotApplicable("no solution raises a shown count in several steps")


def _rises(seen: _Seen) -> Iterator[_Rise]:
    """The first rise of each number that several steps of a solution raise, and none lowers.

    At the first rises everything else must be different: a task may be to do the same again.
    """
    for path in seen.numbers[0]:
        if not all(path in numbers for numbers in seen.numbers):
            continue
        values = [numbers[path] for numbers in seen.numbers]
        changes = [after - before for before, after in itertools.pairwise(values)]
        steps = [step for step, change in enumerate(changes) if change > 0]
        if len(steps) < 2 or min(changes) < 0:
            continue
        others = [seen.others(seen.trace[step + 1], path) for step in steps[:_COMPARED]]
        if all(a != b for a, b in itertools.combinations(others, 2)):
            yield _Rise(steps[0], path, changes[steps[0]])


def _undoing(
    context: CheckContext, solution: Rollout, seen: _Seen, rise: _Rise
) -> list[Action] | None:
    """An action, and the step again, after which all is as after the step but the count."""
    done = solution.actions[: rise.step + 1]
    after = seen.others(seen.trace[rise.step + 1], rise.path)
    value = seen.numbers[rise.step + 1][rise.path]
    moves = [*solution.actions, *wrong_moves(context), *context.survey.invalid]
    different = [move for place, move in enumerate(moves) if move not in moves[:place]]
    for move in context.until_budget(different[:_MOVES], least=_FEWEST_MOVES):
        if not context.source.valid(move):
            continue
        more = [move, done[-1]]
        episode = Episode.of(solution.seed, [*done, *more], "done again", **solution.options)
        played = context.play(episode)
        if len(played) != len(done) + 3 or any(response.done for response in played[:-1]):
            continue
        again = shown_numbers(played[-1].data).get(rise.path)
        if again == value + rise.by and seen.others(played[-1], rise.path) == after:
            return more
    return None


def _repeated(
    context: CheckContext,
    solution: Rollout,
    seen: _Seen,
    rise: _Rise,
    more: list[Action],
) -> tuple[Episode, float] | None:
    """The episode in which one part is done again until the end, if it earns like the solution."""
    start, last = (seen.numbers[step][rise.path] for step in (rise.step + 1, -1))
    rounds = min(int((last - start) / rise.by), _MOST_ROUNDS, step_limit(context))
    done = solution.actions[: rise.step + 1]
    rest = solution.actions[-1:]
    for actions in ([*done, *more * rounds], [*done, *more * rounds, *rest]):
        episode = Episode.of(solution.seed, actions, "one part again", **solution.options)
        played = context.play(episode)
        earned = sum(response.numeric_reward for response in played[1:])
        if earned >= solution.total - oracle_margin(context) and played[-1].done:
            return episode, earned
    return None
