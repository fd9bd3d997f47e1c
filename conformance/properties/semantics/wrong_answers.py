"""Semantics: wrong answers, wrong moves and late answers are not paid."""

from __future__ import annotations

import functools
import itertools
from typing import Any

from hallmark_rl.conformance.actions.written_texts import several_answers
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import (
    confirm_share,
    returns_vary,
    solve,
)
from hallmark_rl.conformance.checking.error_rate import fresh_seeds
from hallmark_rl.conformance.checking.policies import (
    oracle_margin,
    play,
    play_past_end,
)
from hallmark_rl.conformance.checking.probes.constant_answers import extreme_values
from hallmark_rl.conformance.checking.probes.near_misses import (
    is_one_shot_answer,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.judged_fields import is_judged_at_a_variant
from hallmark_rl.conformance.survey.survey_data import Rollout

_LARGEST_EARLY_SHARE = 0.2
"""Share of other seeds' answers that may be right as the first move: a guess may be lucky. More may
be where the last step of each solution solves its task alone: such steps are attempts at answers,
of which several may be near enough."""
_LARGEST_SHARE = 0.5
"""Share of other seeds' solutions that may solve a seed: a game may have several winning lines."""
_LARGEST_ONE_STEP_SHARE = 0.1
"""The same for answers of one step, where the oracle always earns the same, and no text says that
several answers are right: luck plays no part."""


@check("semantic.wrong_answers")
def wrong_answers(context: CheckContext) -> None:
    """Play each solution on its own seed, where it is right, and then on different seeds."""
    accepted: list[tuple[Rollout, Rollout]] = []
    pairs = 0
    solutions = context.solutions
    for solution, other in context.until_budget(itertools.permutations(solutions, 2), least=6):
        if solution.actions == other.actions or (
            solution.secrets and solution.secrets == other.secrets
        ):
            continue
        if solution.actions[-1] == other.actions[-1] and len(solution.actions) == 1:
            continue
        pairs += 1
        play(context, other.actions, other.seed)
        rollout = play(context, other.actions, solution.seed)
        if rollout.total >= solution.total - oracle_margin(context) or (
            rollout.success and solution.success
        ):
            accepted.append((rollout, solution))
    if not pairs:
        raise NotApplicable("every seed has the same solution")
    one_step = all(len(solution.actions) == 1 for solution in solutions)
    several = several_answers(task_sentences(context, solutions[0]))
    unlucky = one_step and not several and not returns_vary(context)
    most = _LARGEST_ONE_STEP_SHARE if unlucky else _LARGEST_SHARE
    if pairs >= 4 and len(accepted) > pairs * most:
        confirmed = confirm_share(
            context,
            "semantic.wrong_answers",
            lambda seed: _other_solution_accepted(context, seed),
            most,
            plays=3,
        )
        if confirmed:
            rollout, solution = accepted[0]
            raise PropertyViolated(
                f"{len(accepted)} of {pairs} solutions of other seeds score like the right one "
                f"({rollout.total:.4g} compared with {solution.total:.4g}); {confirmed}",
                rollout.episode("another seed's solution"),
            )
    _require_no_accepting_value(context)


def _other_solution_accepted(context: CheckContext, seed: int) -> bool | None:
    """Whether a fresh seed accepts the solution of another; None if both have the same."""
    solution = solve(context, seed)
    other = solve(context, next(fresh_seeds(seed, "another seed")))
    if solution is None or other is None or solution.actions == other.actions:
        return None
    if solution.secrets and solution.secrets == other.secrets:
        return None
    if len(solution.actions) == 1 and solution.actions[-1] == other.actions[-1]:
        return None
    rollout = play(context, other.actions, seed)
    return rollout.total >= solution.total - oracle_margin(context) or bool(
        rollout.success and solution.success
    )


def _require_no_accepting_value(context: CheckContext) -> None:
    """Raise if an extreme value in one field makes wrong answers score like the right one."""
    if not is_one_shot_answer(context):
        return
    pairs = list(itertools.pairwise(context.solutions[:6]))
    pairs = [
        (solution, other) for solution, other in pairs if solution.actions[-1] != other.actions[-1]
    ]
    for name, value in extreme_values(context):
        wins = []
        for solution, other in pairs:
            wrong = {**other.actions[-1], name: value}
            if wrong in solution.actions or not context.source.valid(wrong):
                break
            rollout = play(context, [*solution.actions[:-1], wrong], solution.seed)
            if rollout.error or rollout.total < solution.total - oracle_margin(context):
                break
            wins.append(rollout)
        if len(wins) >= 3 and len(wins) == len(pairs):
            change = {name: value}
            confirmed = confirm_share(
                context,
                "semantic.wrong_answers",
                functools.partial(_changed_answer_accepted, context, change),
                _LARGEST_SHARE,
                plays=3,
                name=repr(change),
            )
            if not confirmed:
                return
            text = f"with {name}={value!r}, solutions of other seeds score like the right one"
            text = f"{text}; {confirmed}"
            raise PropertyViolated(text, wins[0].episode("a wrong answer with an extreme value"))


def _changed_answer_accepted(
    context: CheckContext, change: dict[str, Any], seed: int
) -> bool | None:
    """Whether a fresh seed accepts the answer of another with this change; None if it is right."""
    solution = solve(context, seed)
    other = solve(context, next(fresh_seeds(seed, "another seed")))
    if solution is None or other is None or solution.actions[-1] == other.actions[-1]:
        return None
    wrong = {**other.actions[-1], **change}
    if wrong in solution.actions or not context.source.valid(wrong):
        return None
    rollout = play(context, [*solution.actions[:-1], wrong], seed)
    return not rollout.error and rollout.total >= solution.total - oracle_margin(context)


@check("semantic.fields_matter")
def fields_count(context: CheckContext) -> None:
    """Replace a field of a solution by different values that solutions have in it."""
    for field in context.solutions[0].actions[-1]:
        used = [action.get(field) for solution in context.solutions for action in solution.actions]
        values = {repr(value): value for value in used}
        if field in ("metadata", "type") or len(values) < 3:
            continue
        answers = [solution.actions[-1].get(field) for solution in context.solutions]
        if len(set(map(repr, answers))) < 2:  # of earlier steps only, such as what is looked up
            continue
        if any(word in field.lower() for word in ("reason", "thought", "explan", "comment")):
            continue
        accepted = _accepted_other_values(context, field, list(values.values()))
        if len(accepted) >= 3 and not is_judged_at_a_variant(context, field):
            raise PropertyViolated(
                f"the value of {field!r} has no effect on the reward",
                accepted[0].episode("other value"),
            )


def _accepted_other_values(context: CheckContext, field: str, values: list[Any]) -> list[Rollout]:
    """Solutions with another value in one step; empty as soon as one of them scores less."""
    rng = context.rng(f"choice of {field}")
    accepted: list[Rollout] = []
    for solution in context.solutions:
        inner_steps = range(len(solution.actions) - 1)
        for index in [
            len(solution.actions) - 1,
            *rng.sample(inner_steps, min(2, len(inner_steps))),
        ]:
            action = solution.actions[index]
            others = [value for value in values if value != action.get(field)]
            changed = {**action, field: rng.choice(others)}
            if field not in action or not context.source.valid(changed):
                continue
            actions = [*solution.actions[:index], changed, *solution.actions[index + 1 :]]
            rollout = play(context, actions, solution.seed)
            if rollout.error or rollout.total < solution.total - oracle_margin(context):
                return []
            accepted.append(rollout)
    return accepted


@check("semantic.not_too_early")
def not_too_early(context: CheckContext) -> None:
    context.require_capability_absent("stochastic", "the length of an episode depends on chance")
    tried = 0
    early: list[Rollout] = []
    are_attempts = True
    for solution in context.until_budget(context.solutions, least=3):
        if len(solution.actions) > 1:
            alone = play(context, solution.actions[-1:], solution.seed)
            are_attempts &= alone.total >= solution.total - oracle_margin(context)
        for other in context.solutions:
            if other.actions[-1:] == solution.actions[-1:] or len(solution.actions) < 2:
                continue
            rollout = play(context, other.actions[-1:], solution.seed)
            ended = rollout.done and len(rollout.actions) == 1
            tried += 1
            if ended and rollout.total > solution.total - oracle_margin(context):
                early.append(rollout)
        replayed = play(context, solution.actions, solution.seed)
        if len(replayed.actions) < len(solution.actions):
            raise PropertyViolated(
                "the episode ends before the solution is played", replayed.episode("solution")
            )
    most = _LARGEST_SHARE if are_attempts else _LARGEST_EARLY_SHARE
    if len({rollout.seed for rollout in early}) >= 2 and len(early) > most * tried:
        text = f"{len(early)} of {tried} wrong first moves end the episode, with "
        raise PropertyViolated(f"{text}{early[0].total:.4g}", early[0].episode("wrong move"))


@check("semantic.answer_revealed")
def answer_revealed(context: CheckContext) -> None:
    """Fail an episode with a wrong answer, then continue with the right one."""
    by_seed = {solution.seed: solution for solution in context.solutions}
    for solution in context.until_budget(context.solutions[:4], least=2):
        wrong = [
            other.actions[-1]
            for other in context.solutions
            if other.actions[-1] != solution.actions[-1]
        ]
        wrong += [action for action in context.pool[:3] if action not in solution.actions]
        limit = context.declared.max_steps or 30
        for action in wrong[:3]:
            trace = play_past_end(
                context, solution.seed, [action] * min(limit, 60), more=solution.actions
            )
            end = next((index for index, response in enumerate(trace) if response.done), None)
            if end is None:
                continue
            reward_after_end = sum(response.numeric_reward for response in trace[end + 1 :])
            if reward_after_end > 1e-9 and reward_after_end > 0.2 * abs(
                by_seed[solution.seed].total
            ):
                actions = [*[action] * min(limit, 60), *solution.actions]
                example = Episode.of(solution.seed, actions[:40], "the answer after the end")
                raise PropertyViolated(
                    f"after a failed episode, the right answer still pays {reward_after_end:.4g}",
                    example,
                )
