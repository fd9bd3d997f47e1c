"""Semantics: an answer that is similar to the right one scores less."""

from __future__ import annotations

import heapq
import itertools
import operator

from hallmark_rl.conformance.actions.written_texts import several_answers
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, oracle_margin, play
from hallmark_rl.conformance.checking.probes.near_misses import (
    ONE_OFF,
    excesses,
    is_one_shot_answer,
    must_reject_edit,
    short_text_field,
    single_edits,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_EQUAL_LOSS = 0.08
"""A wrong answer that loses at most this share of the scale counts as paid like the right one."""
_EQUAL_TEXT_LOSS = 0.05
"""The same if the whole answer is one short text."""
_EQUAL_SHARE = 0.2
"""Share of other seeds' texts that are paid like the right one, in longer solutions."""
_ANSWER_SHARE = 0.2
"""Share of accepted edits that is too much where one action is the whole answer."""
_GAME_SHARE = 0.8
"""The same for longer solutions: a game may have several winning moves."""
_FEWEST_IN_GAMES = 6
"""Accepted edits of longer solutions that are needed: the last step may decide little."""


@check("semantic.near_misses")
def near_misses(context: CheckContext) -> None:
    context.require_capability_absent("stochastic", "single returns depend on chance")
    accepted: list[tuple[str, Rollout]] = []
    kinds: dict[str, list[bool]] = {}
    tried = 0
    for solution in context.until_budget(context.solutions, least=3):
        for name, edited in single_edits(context, solution):
            rollout = play(context, [*solution.actions[:-1], edited], solution.seed)
            if rollout.error:
                continue
            tried += 1
            # An answer that is one off may be paid, but less than the right one.
            if name.partition(":")[0].endswith(ONE_OFF):
                is_accepted = rollout.total >= solution.total - 1e-9
            else:
                scores_alike = rollout.total >= solution.total - oracle_margin(context)
                is_accepted = scores_alike or bool(rollout.success and solution.success)
            kinds.setdefault(name.partition(":")[0], []).append(is_accepted)
            if is_accepted:
                accepted.append((name, rollout))
    _require_right_amount(context)
    # where any right answer counts, another task's may be right here
    several = several_answers(task_sentences(context, context.solutions[0]))
    similar = [] if several else _most_similar_answers(context)
    neighbours = [
        (solution, play(context, actions, solution.seed))
        for solution, actions in context.until_budget(similar, 12)
    ]
    losses = [
        (solution.total - rollout.total) / abs(context.scale) for solution, rollout in neighbours
    ]
    paid_alike = [
        rollout
        for (_, rollout), loss in zip(neighbours, losses, strict=True)
        if loss <= _EQUAL_LOSS
    ]
    # If the answer is one short text, a different text must not be paid like it. In a game a few
    # moves may win.
    is_short_text = short_text_field(context, context.solutions[0]) is not None
    least_equal = 2 if is_one_shot_answer(context) else max(2, _EQUAL_SHARE * len(neighbours))
    equal_texts = sum(loss <= _EQUAL_TEXT_LOSS for loss in losses) if is_short_text else 0
    is_alike = equal_texts >= least_equal or len(paid_alike) >= 0.5 * len(neighbours)
    # Two different programs or queries may give the same result.
    if len(paid_alike) >= 2 and is_alike:
        count = f"{len(paid_alike)} of the {len(neighbours)}"
        text = f"{count} most similar answers of other seeds score like the right one"
        raise PropertyViolated(text, paid_alike[0].episode("near miss"))
    if not tried and not neighbours:
        raise NotApplicable("no edit of a solution affects the reward")
    always = [kind for kind, outcomes in kinds.items() if len(outcomes) >= 2 and all(outcomes)]
    wrong = [kind for kind in always if must_reject_edit(context, kind)]
    is_answer = is_short_text or all(len(solution.actions) == 1 for solution in context.solutions)
    share, least = (_ANSWER_SHARE, 2) if is_answer else (_GAME_SHARE, _FEWEST_IN_GAMES)
    if wrong or (len(accepted) >= least and len(accepted) >= share * tried):
        kinds_first = [*wrong, *always]
        accepted.sort(key=lambda pair: _rank(pair[0].partition(":")[0], kinds_first))
        name, rollout = accepted[0]
        text = f"{len(accepted)} of {tried} single edits score like the solution, such as {name}"
        raise PropertyViolated(text, rollout.episode("near miss"))


def _rank(kind: str, first: list[str]) -> int:
    return first.index(kind) if kind in first else len(first)


def _require_right_amount(context: CheckContext) -> None:
    """Raise if more than twice the right amount, in a step before the last, is always accepted."""
    rollouts_by_name: dict[str, list[Rollout]] = {}
    rejected: set[str] = set()
    for solution in context.until_budget(context.solutions, least=3):
        for name, actions in excesses(context, solution):
            rollout = play(context, actions, solution.seed)
            if rollout.error or rollout.total < solution.total - oracle_margin(context):
                rejected.add(name)
            rollouts_by_name.setdefault(name, []).append(rollout)
    for name, rollouts in rollouts_by_name.items():
        if name not in rejected and len(rollouts) >= 3:
            text = f"on {len(rollouts)} seeds, with {name}, the episode scores like the solution"
            raise PropertyViolated(text, rollouts[0].episode("too much"))


def _most_similar_answers(context: CheckContext) -> list[tuple[Rollout, list[Action]]]:
    """Solutions paired with actions whose last one is the most similar answer of another seed.

    Empty if there is no single answer.
    """
    if not is_one_shot_answer(context) and short_text_field(context, context.solutions[0]) is None:
        return []
    solutions = [
        solution
        for solution in [*context.solutions, *more_solutions(context, 120)]
        if solution.actions
    ]
    by_answer = {
        repr(solution.actions[-1]): solution
        for solution in solutions
        if len(repr(solution.actions[-1])) <= 200
    }
    pairs = list(itertools.combinations(by_answer, 2))
    closest = heapq.nlargest(10, pairs, key=lambda pair: _share_of_equal_characters(*pair))
    closest += heapq.nlargest(10, pairs, key=lambda pair: _common_start(*pair))
    return [
        (by_answer[own], [*by_answer[own].actions[:-1], by_answer[other].actions[-1]])
        for pair in dict.fromkeys(closest)
        for own, other in (pair, pair[::-1])
        if by_answer[other].actions[-1] not in by_answer[own].actions
    ]


def _share_of_equal_characters(left: str, right: str) -> float:
    """The share of equal characters at equal positions, counted from either end."""
    forwards = sum(map(operator.eq, left, right))
    backwards = sum(map(operator.eq, reversed(left), reversed(right)))
    return float(max(forwards, backwards) / max(len(left), len(right)))


def _common_start(left: str, right: str) -> int:
    """The length of the common prefix of two texts."""
    return sum(1 for _ in itertools.takewhile(bool, map(operator.eq, left, right)))
