"""Semantics: a part of a right answer, or of the steps of a solution, is not the whole."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, oracle_margin, play
from hallmark_rl.conformance.checking.probes.answer_halves import halves
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH, _FEWEST, _SHARE = 4, 4, 0.75
_FEWEST_OF_STEPS = 6
"""Seeds on all of which parts of the steps must be enough: now and then half of them are."""
_MOST_STEPS = 16
"""Solutions with more steps are not divided."""


@dataclass(frozen=True)
class _Division:
    """Two ways to play parts of a solution, and one to play it wrongly.

    Attributes:
        what: what was divided; the same on all seeds.
        both: the actions of the two parts.
        wrong: actions of which all parts are wrong, or are missing.
        fewest: on how many seeds it must be tried.
        share: on which share of these both parts must earn what the whole earns.
    """

    what: str
    both: tuple[list[Action], list[Action]]
    wrong: list[Action]
    fewest: int = _FEWEST
    share: float = _SHARE


@check("semantic.left_out_parts")
def left_out_parts(context: CheckContext) -> None:
    """Play two parts of each solution that have nothing in common."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    tried: dict[str, list[_Division]] = {}
    paid: dict[str, list[tuple[Rollout, Rollout]]] = {}
    for solution in context.until_budget(solutions, least=_FEWEST_OF_STEPS):
        others = [other for other in solutions if other.seed != solution.seed]
        divisions = [
            *_of_last_action(context, solution, others),
            *_of_steps(context, solution, others),
        ]
        for division in divisions:
            tried.setdefault(division.what, []).append(division)
            if found := _earned(context, division, solution):
                paid.setdefault(division.what, []).append((found, solution))
    if not any(len(divisions) >= _FEWEST for divisions in tried.values()):
        raise NotApplicable("no answer has several parts")
    for what, found_pairs in paid.items():
        count, kind = len(tried[what]), tried[what][0]
        if count >= kind.fewest and len(found_pairs) >= kind.share * count:
            rollout, solution = found_pairs[0]
            raise PropertyViolated(
                f"{what} earns what the whole earns, whether the first part or the last is given "
                f"(on {len(found_pairs)} of {count} seeds), and wrong ones earn less: "
                f"{to_json(rollout.actions[-1])[:200]} earns {rollout.total:.4g}",
                rollout.episode("a part"),
            )


def _earned(context: CheckContext, division: _Division, solution: Rollout) -> Rollout | None:
    """The first part's rollout if both parts earn the whole return and the wrong one does not."""
    rollouts = []
    for actions in division.both:
        rollout = play(context, actions, solution.seed)
        full = rollout.total >= solution.total - 1e-9 * max(1.0, abs(solution.total))
        if rollout.error or not full or rollout.done < solution.done:
            return None
        rollouts.append(rollout)
    wrong = play(context, division.wrong, solution.seed)
    less = wrong.total < solution.total - oracle_margin(context)
    return rollouts[0] if less or wrong.error else None


def _of_last_action(
    context: CheckContext, solution: Rollout, others: list[Rollout]
) -> Iterator[_Division]:
    before = solution.actions[:-1]
    for each in halves(solution.actions[-1], [other.actions[-1] for other in others]):
        if all(context.source.valid(action) for action in (*each.both, each.wrong)):
            first, last = each.both
            yield _Division(each.what, ([*before, first], [*before, last]), [*before, each.wrong])


def _of_steps(
    context: CheckContext, solution: Rollout, others: list[Rollout]
) -> Iterator[_Division]:
    """Halves of the steps in which another value costs; all other steps are in both."""
    actions = solution.actions
    if not 3 <= len(actions) <= _MOST_STEPS:
        return
    judged = [
        place for place in range(len(actions) - 1) if _is_judged(context, solution, place, others)
    ]
    if len(judged) < 2:
        return
    nothing = [action for place, action in enumerate(actions) if place not in judged]
    for how, kept in (("one", judged[:1]), ("half", judged[: len(judged) // 2])):
        rest = judged[-1:] if how == "one" else [place for place in judged if place not in kept]
        both = tuple(
            [action for place, action in enumerate(actions) if place in part or place not in judged]
            for part in (kept, rest)
        )
        what = f"{how} of the steps that are judged"
        yield _Division(what, (both[0], both[1]), nothing, _FEWEST_OF_STEPS, 1.0)


def _is_judged(context: CheckContext, solution: Rollout, place: int, others: list[Rollout]) -> bool:
    """Whether the solution earns less with a step of another solution in place of this one."""
    action = solution.actions[place]
    candidates = [
        other
        for rollout in others
        for other in rollout.actions[:-1]
        if other.keys() == action.keys() and other not in solution.actions
    ]
    if not candidates:
        return False
    alike = max(candidates, key=lambda other: sum(other[key] == action[key] for key in action))
    changed = [*solution.actions[:place], alike, *solution.actions[place + 1 :]]
    rollout = play(context, changed, solution.seed)
    return bool(rollout.error) or rollout.total < solution.total - oracle_margin(context)
