"""Semantics: a stated confidence earns most where it is the true probability.

A scoring rule is proper if no other report earns more on average than the true probability
(Gneiting and Raftery, 2007, "Strictly Proper Scoring Rules, Prediction, and Estimation").
"""

from __future__ import annotations

import re
from statistics import fmean

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import Slot, filled, slots_of
from hallmark_rl.conformance.properties.semantics.negative_shares import (
    require_no_negative_shares,
)
from hallmark_rl.conformance.survey.survey_data import Rollout

_NAME = re.compile(r"confiden|probab|certain|credence|likelihood|belief", re.I)
_PROPER = re.compile(
    r"\b(mis)?calibrat|\bproper (scoring |score )?rule|\bproperly scored|\bbrier\b"
    r"|\b(logarithmic|quadratic|spherical) (scoring )?(rule|score)\b|\blog score\b"
    r"|\b(true|honest|real) (probabilit|confidence|chance)",
    re.I,
)
"""Words of a text that promise a proper scoring rule."""
_GRID = 10
_PROBABILITIES = (0.6, 0.7, 0.8)
_LARGEST_GAP = 0.15
"""How far the report that earns most may be from the probability; the step of the grid is 0.1."""
_SEEDS, _MOST_ANSWERS = 6, 3


@check("semantic.stated_confidence")
def stated_confidence(context: CheckContext) -> None:
    """Vary the confidence of right and of wrong answers, and average both by a probability."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    solutions = [rollout for rollout in context.solutions if rollout.done and not rollout.error]
    is_tried = require_no_negative_shares(context, solutions)
    slot = next(filter(None, (_confidence_slot(context, s) for s in solutions)), None)
    if slot is None and is_tried:
        return
    if slot is None:
        raise NotApplicable("the last action of a solution states no confidence")
    promise = next((t for t in task_sentences(context, solutions[0]) if _PROPER.search(t)), None)
    if promise is None:
        raise NotApplicable("no text promises that a confidence is scored by a proper rule")
    right, wrong = [], []
    for solution in context.until_budget(solutions[:_SEEDS], least=2):
        hit = _returns(context, solution, solution.actions[-1], slot)
        for answer in _other_answers(solution, solutions, slot):
            miss = _returns(context, solution, answer, slot)
            if hit and miss and miss[-1] < hit[-1] - 1e-9:
                right.append(hit)
                wrong.append(miss)
                break
    if len(right) < 2:
        raise NotApplicable(
            "for fewer than two seeds an answer was found that earns less when it is sure"
        )
    hit, miss = ([fmean(column) for column in zip(*rows, strict=True)] for rows in (right, wrong))
    if max(max(hit) - min(hit), max(miss) - min(miss)) < 1e-9:
        raise NotApplicable("the confidence is not paid")
    for probability in _PROBABILITIES:
        means = [probability * a + (1 - probability) * b for a, b in zip(hit, miss, strict=True)]
        best = [n / _GRID for n, mean in enumerate(means) if mean > max(means) - 1e-9]
        if min(abs(value - probability) for value in best) > _LARGEST_GAP:
            solution = solutions[0]
            rollout = _answered(context, solution, solution.actions[-1], slot, best[0])
            raise PropertyViolated(
                f"an answer that is right with probability {probability:g} earns most, "
                f"{max(means):.4g} on average, where {slot.name!r} says {best[0]:g}, and "
                f"{means[round(probability * _GRID)]:.4g} where it says {probability:g}; the "
                f"texts say {promise[:160]!r}",
                rollout.episode("a stated confidence"),
            )


def _confidence_slot(context: CheckContext, solution: Rollout) -> Slot | None:
    """The only slot of a solution's last action that takes a probability."""
    slots = [
        slot
        for slot in slots_of(context.source, solution.actions[-1])
        if _NAME.search(slot.name) and slot.kinds <= {"number", "integer"} and _scale(slot)
    ]
    return slots[0] if len(slots) == 1 else None


def _scale(slot: Slot) -> int | None:
    """The greatest confidence: 1, or 100 for per cent; None for other bounds."""
    if slot.bounds not in ((0, 1), (0, 100)) or (
        slot.bounds[1] == 1 and "number" not in slot.kinds
    ):
        return None
    return slot.bounds[1]


def _other_answers(solution: Rollout, solutions: list[Rollout], slot: Slot) -> list[Action]:
    """Last actions of other solutions that differ in more than the confidence; at most three."""
    own = to_json(filled(solution.actions[-1], slot, 0))
    others = {to_json(filled(s.actions[-1], slot, 0)): s.actions[-1] for s in solutions}
    return [action for key, action in others.items() if key != own][:_MOST_ANSWERS]


def _returns(context: CheckContext, solution: Rollout, answer: Action, slot: Slot) -> list[float]:
    """What an answer earns on the solution's seed, for each confidence; empty if it is refused."""
    rollouts = [
        _answered(context, solution, answer, slot, number / _GRID) for number in range(_GRID + 1)
    ]
    return [] if any(rollout.error for rollout in rollouts) else [r.total for r in rollouts]


def _answered(
    context: CheckContext, solution: Rollout, answer: Action, slot: Slot, confidence: float
) -> Rollout:
    """Give an answer with a confidence (0 to 1) in place of the solution's last action."""
    scale = _scale(slot) or 1
    value = round(confidence * scale) if "number" not in slot.kinds else confidence * scale
    return play(context, [*solution.actions[:-1], filled(answer, slot, value)], solution.seed)
