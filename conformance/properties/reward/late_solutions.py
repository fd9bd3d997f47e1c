"""Reward: a solution after wrong moves is paid, and not better than the oracle's."""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterator

from hallmark_rl.conformance.checking.chance_in_steps import chance_decides
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import (
    CLAIMS,
    confirm_more_than_oracle,
    is_demonstration,
    returns_vary,
)
from hallmark_rl.conformance.checking.policies import delayed_oracle, play, step_limit, wrong_moves
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reward.oracle_is_best import actions_off_the_solution
from hallmark_rl.conformance.survey.likely_values import changes_something
from hallmark_rl.conformance.survey.rollouts import play_actions, play_policy
from hallmark_rl.conformance.survey.survey_data import Rollout

_MOST_LOST_BEFORE, _MOST_LOST, _MOST_LOST_AT_ONCE = 0.5, 0.9, 0.5
"""Shares of the scale by which a solution may be paid less: before the limit, at the limit, and at
the limit than one step earlier.

The pay may fall with each wrong answer, to a half or a quarter; it must not vanish at the limit.
"""

_REWARD_PARTS = re.compile(r"columns|rewards|scores|parts|breakdown", re.I)
_Slower = Callable[[Rollout], Rollout | None]
"""From a solution to a slower one on the same seed; None if there is none."""


@check("reward.progress_once")
def progress_once(context: CheckContext) -> None:
    """Compare the oracle with slower solutions; confirm on fresh seeds where luck plays a part."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    suspected: dict[str, tuple[_Slower, Rollout, Rollout]] = {}
    for solution in context.until_budget(context.solutions, least=3):
        for label, slower in itertools.chain(
            _with_best_wrong_move(context, solution), _late_oracles(context)
        ):
            rollout = slower(solution)
            if rollout is None or rollout.error:
                continue
            if rollout.total <= solution.total + 1e-6 * max(1.0, abs(solution.total)):
                continue
            if is_demonstration(context, rollout.total, solution.total):
                raise _more_than_oracle(label, rollout, solution)
            suspected.setdefault(label, (slower, rollout, solution))
    for label, (slower, rollout, solution) in list(suspected.items())[:CLAIMS]:
        confirmed = confirm_more_than_oracle(context, "reward.progress_once", label, slower)
        if confirmed:
            raise _more_than_oracle(label, rollout, solution, f"; {confirmed}")


def _more_than_oracle(
    label: str, rollout: Rollout, solution: Rollout, confirmed: str = ""
) -> PropertyViolated:
    earned = f"{label}, {len(rollout.rewards)} steps earn {rollout.total:.4g}"
    oracle_text = f"the oracle's {len(solution.rewards)} earn {solution.total:.4g}"
    return PropertyViolated(f"{earned}, {oracle_text}{confirmed}", rollout.episode("slow"))


def _late_oracles(context: CheckContext) -> Iterator[tuple[str, _Slower]]:
    """The oracle after wrong moves: name and player."""
    for wrong in (1, 2, 4):
        for pick in range(3):

            def late(solution: Rollout, wrong: int = wrong, pick: int = pick) -> Rollout | None:
                policy = delayed_oracle(context, solution.seed, wrong=wrong, pick=pick)
                rollout = play_policy(
                    context.subject, context.survey, policy, solution.seed, step_limit(context) + 8
                )
                return rollout if len(rollout.rewards) > len(solution.rewards) else None

            yield f"a late solution after {wrong} wrong moves (from number {pick})", late


def _with_best_wrong_move(
    context: CheckContext, solution: Rollout
) -> Iterator[tuple[str, _Slower]]:
    """Solutions with a wrong move inserted, at the start or before the last move.

    The move is the one that pays most on the seed of `solution`. It is inserted once, and several
    times up to the step limit. On other seeds the same move is inserted: to choose the best of each
    seed would be to know what chance brings.
    """
    wrong = [action for action in wrong_moves(context, 120) if action not in solution.actions]
    wrong = wrong[: max(4, int(0.5 / max(context.survey.step_s, 1e-4)))]
    room = max(1, step_limit(context) - len(solution.actions))
    counts = sorted({1, room} if context.slow else {1, 2, min(4, room), room})
    last = len(solution.actions) - 1
    moves_by_place = {"at the start": wrong} | (
        {"before the last move": [*context.survey.invalid[:8], *wrong[:24]]} if last else {}
    )
    for place, moves in moves_by_place.items():
        before = solution.actions[:last] if place != "at the start" else []
        rollouts = [(play(context, [*before, action], solution.seed), action) for action in moves]
        unfinished = [(rollout.total, action) for rollout, action in rollouts if not rollout.done]
        if not unfinished:
            continue
        best = max(unfinished, key=lambda pair: pair[0])[1]
        for count in counts:
            inserted = [best] * count

            def slower(
                other: Rollout, place: str = place, inserted: list[Action] = inserted
            ) -> Rollout | None:
                index = 0 if place == "at the start" else len(other.actions) - 1
                actions = [*other.actions[:index], *inserted, *other.actions[index:]]
                return play(context, actions, other.seed)

            yield f"with a wrong move that pays most {place} ({count} times)", slower


@check("reward.late_solution")
def late_solution(context: CheckContext) -> None:
    """Delay the oracle by wrong moves so that it solves in the last allowed step."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    if context.subject.url is None and returns_vary(context) and chance_decides(context):
        raise NotApplicable("chance plays a part: a later solution may meet other luck")
    limit = context.declared.max_steps
    if limit is None:
        raise NotApplicable(
            "no max_steps is declared: write declared = {'max_steps': N} in proof.py"
        )
    if limit > 400:
        raise NotApplicable(f"max_steps = {limit} is too large to try")
    if all(len(solution.actions) >= limit for solution in context.solutions):
        raise NotApplicable("the oracle always uses all steps of the limit")
    most_before, most_at_limit, paid_at_limit = -math.inf, -math.inf, False
    failed: tuple[Rollout, float] | None = None
    for solution in context.until_budget(context.solutions, least=3):
        for pick in range(3):
            if len(solution.actions) > limit:
                continue
            solved_before = False  # with the same wrong moves but one: else these do the damage
            for wrong in range(
                max(0, limit - len(solution.actions) - 1), limit - len(solution.actions) + 1
            ):
                policy = delayed_oracle(context, solution.seed, wrong=wrong, pick=pick)
                rollout = play_policy(
                    context.subject, context.survey, policy, solution.seed, limit + 2
                )
                last_reward = rollout.rewards[-1] if rollout.rewards else 0.0
                lost = solution.rewards[-1] - last_reward
                solved = rollout.done and lost <= _MOST_LOST_BEFORE * abs(context.scale)
                paid = rollout.done and lost <= _MOST_LOST * abs(context.scale)
                if len(rollout.rewards) == limit - 1 and solved:
                    most_before = max(most_before, last_reward)
                    solved_before = True
                elif len(rollout.rewards) == limit:
                    paid_at_limit |= paid
                    if solution.actions[-1] == rollout.actions[-1]:
                        most_at_limit = max(most_at_limit, last_reward)
                        failed = failed or ((rollout, last_reward) if solved_before else None)
                elif (
                    len(rollout.rewards) == limit - 1
                    and rollout.done
                    and not paid
                    and solved_before
                    and _is_cut_short(rollout, solution, wrong)
                ):
                    failed = failed or (rollout, last_reward)
    unpaid = _unpaid_second_attempt(context, limit)
    if unpaid is not None:
        raise PropertyViolated(
            "after a wrong answer, the right answer is not paid", unpaid.episode("second")
        )
    falls = most_before - most_at_limit > _MOST_LOST_AT_ONCE * abs(context.scale)
    if failed is not None and math.isfinite(most_before) and (falls or not paid_at_limit):
        rollout, last_reward = failed
        raise PropertyViolated(
            f"the solution in step {len(rollout.rewards)} of {limit} pays {last_reward:.4g}; "
            f"one step earlier it pays {most_before:.4g}",
            rollout.episode("late"),
        )


def _is_cut_short(rollout: Rollout, solution: Rollout, wrong: int) -> bool:
    """Whether an episode ended while the oracle, after wrong moves, made its usual ones.

    Where the wrong moves show something that misleads it, it gives another answer.
    """
    played = rollout.actions[wrong:]
    return len(played) < len(solution.actions) and played == solution.actions[: len(played)]


def _unpaid_second_attempt(context: CheckContext, limit: int) -> Rollout | None:
    """For tasks with one-action solutions: a rollout whose second action, the solution, is unpaid.

    None if a second attempt is ever paid, or in fewer than four cases. An action that changes what
    the message shows, and not only a record of attempts, is a move: what was the solution may be
    none then.
    """
    unpaid: list[Rollout] = []
    for solution in context.solutions:
        if len(solution.actions) != 1 or limit < 2:
            return None
        for action in actions_off_the_solution(context, solution)[:3]:
            episode = Episode.of(solution.seed, [action], "a wrong answer", **solution.options)
            if _is_move(*context.play(episode)[:2]):
                continue
            rollout = play_actions(
                context.subject, context.survey, [action, *solution.actions], solution.seed
            )
            if len(rollout.actions) == 2 and not rollout.error:
                if rollout.total > context.floor + 0.1 * abs(context.scale):
                    return None
                unpaid.append(rollout)
    return unpaid[0] if len(unpaid) >= 4 else None


def _is_move(before: Response, after: Response) -> bool:
    """Whether a step changes what is shown in more than lists that grow and parts of the reward."""
    earlier, later = before.data or {}, dict(after.data or {})
    for name, value in later.items():
        old = earlier.get(name)
        is_record = isinstance(value, list) and isinstance(old, list) and value[: len(old)] == old
        if is_record or (isinstance(value, dict) and _REWARD_PARTS.search(name)):
            later[name] = old
    return changes_something(before, Response(later))
