"""Reward: a solution that uses up the last unit of a shown countdown is paid.

Where a shown amount goes down by one with every step, and a solution leaves some of it, steps that
change nothing else are put before the solution until its last step takes the last unit.
"""

from __future__ import annotations

import itertools
import re

from hallmark_rl.conformance.checking.chance_in_steps import chance_decides
from hallmark_rl.conformance.checking.check_context import CheckContext, Trace
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import returns_vary
from hallmark_rl.conformance.checking.policies import more_solutions, wrong_moves
from hallmark_rl.conformance.checking.probes.shown_amounts import shown_numbers
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FURTHER, _FEWEST, _MOST_LEFT = 12, 2, 40
"""Solutions beside those of the survey, those that must not be paid, and units that are used up."""
_MOVES, _FEWEST_MOVES = 40, 8
"""Actions that may change nothing else: at most, and whatever the time."""
_MOST_LOST = 0.5
"""Share of the scale by which the pay may be less than with one unit left."""
_BEFORE = re.compile(
    r"\bbefore (?:\w+ ){1,4}(?:runs?|ran|is|are|gets?) (?:out|used|empty|exhausted|gone|over)\b"
    r"|\bbefore running out\b|\bno later than\b|\btoo late\b"
    r"|\b(?:keep|with|have|having) (?:at least )?(?:one|1|some|a)\b[^.]*\b(?:left|to spare)\b",
    re.I,
)
"""What says that a solution must leave something."""


@check("reward.last_unit")
def last_unit(context: CheckContext) -> None:
    """Solve with one unit left, and with none."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    context.require_deterministic()
    if context.subject.url is None and returns_vary(context) and chance_decides(context):
        raise NotApplicable("chance plays a part: a later solution may meet other luck")
    tried = 0
    found: list[tuple[Episode, str, float, float]] = []
    solutions = [*context.solutions, *more_solutions(context, _FURTHER)]
    for solution in context.until_budget(solutions, least=_FEWEST):
        for path, left in _countdowns(context, solution):
            padding = _padding(context, solution, path)
            if padding is None or not all(
                _is_solved(context, solution, [padding] * count) for count in (left - 1, left - 2)
            ):
                continue  # the second shows that an odd number of them changes nothing either
            episode, trace = _played(context, solution, [padding] * left)
            if len(trace) != len(episode.calls) or not trace[-1].done:
                continue  # it ended before: the amount is not what is shown
            if shown_numbers(trace[-1].data).get(path, 0) != 0:
                continue
            tried += 1
            reward = trace[-1].numeric_reward
            if solution.rewards[-1] - reward > _MOST_LOST * abs(context.scale):
                found.append((episode, path, solution.rewards[-1], reward))
            break
    if not tried:
        raise NotApplicable(
            "no solution leaves something of an amount that goes down by one with each step, or no "
            "step uses it up and changes nothing else"
        )
    if len(found) >= max(_FEWEST, tried / 2) and not _must_leave_some(context):
        episode, path, most, reward = found[0]
        raise PropertyViolated(
            f"a solution whose last step takes the last unit of {path} pays {reward:.4g} in that "
            f"step, with one unit left it pays {most:.4g}; so on {len(found)} of {tried} seeds",
            episode,
        )


def _countdowns(context: CheckContext, solution: Rollout) -> list[tuple[str, int]]:
    """Paths of numbers that go down by one with every step of a solution, and what is left."""
    _, trace = _played(context, solution, [])
    shown = [shown_numbers(response.data) for response in trace]
    return [
        (path, int(shown[-1][path]))
        for path in shown[0]
        if all(path in numbers for numbers in shown)
        and {a[path] - b[path] for a, b in itertools.pairwise(shown)} == {1}
        and 2 <= shown[-1][path] <= _MOST_LEFT
    ]


def _padding(context: CheckContext, solution: Rollout, path: str) -> Action | None:
    """An action that takes one of the amount and changes nothing else that is shown."""
    moves = [*context.survey.invalid, *wrong_moves(context)][:_MOVES]
    action: Action
    for action in context.until_budget(moves, least=_FEWEST_MOVES):
        if not context.source.valid(action):
            continue
        episode = Episode.of(solution.seed, [action] * 2, "padding", **solution.options)
        trace = context.play(episode)
        if len(trace) == 3 and not any(response.done for response in trace):
            numbers = [shown_numbers(response.data) for response in trace]
            falls = {a.get(path, 0) - b.get(path, 0) for a, b in itertools.pairwise(numbers)}
            others = [{**each, path: 0} for each in numbers]
            if falls == {1} and others[0] == others[1] == others[2] and not _pays(trace):
                return action
    return None


def _pays(trace: Trace) -> bool:
    return any(response.numeric_reward > 0 for response in trace)


def _is_solved(context: CheckContext, solution: Rollout, padding: list[Action]) -> bool:
    """Whether the solution behind the padding ends the episode and pays what it paid."""
    episode, trace = _played(context, solution, padding)
    complete = len(trace) == len(episode.calls)
    lost = solution.rewards[-1] - trace[-1].numeric_reward
    return complete and trace[-1].done and lost <= _MOST_LOST / 2 * abs(context.scale)


def _played(
    context: CheckContext, solution: Rollout, padding: list[Action]
) -> tuple[Episode, Trace]:
    episode = Episode.of(
        solution.seed, [*padding, *solution.actions], "to the last unit", **solution.options
    )
    return episode, context.play(episode)


def _must_leave_some(context: CheckContext) -> bool:
    return any(_BEFORE.search(sentence) for sentence in task_sentences(context))
