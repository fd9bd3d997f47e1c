"""Variants: the oracle solves all tasks that there is time for, one after another."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator

from hallmark_rl.conformance.checking.chance_in_steps import chance_decides
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import returns_vary
from hallmark_rl.conformance.checking.policies import oracle_of
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.solution_problem import (
    may_fall_short,
    solution_problem,
)
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants, variants_of
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.survey_data import Rollout
from hallmark_rl.conformance.survey.variants import Variant

_MOST, _FEWEST = 600, 12
"""Tasks that are played, and those of a variant that must be solved for others to be reported."""
_SEEDS = 120
"""Seeds of each variant whose tasks have no numbers."""
_MORE_SECONDS = 2.5
"""How far the budget may be exceeded."""
_EQUAL = 0.1
"""Share of the scale by which the first solutions may differ; else what a solution earns varies."""
_MOST_LOST = 0.5
"""Share of the scale by which an oracle may earn less than on the first tasks: a few mistakes."""
_LARGEST_SHARE = 0.2
"""Share of a variant's tasks that may be unsolved and still be exceptions: of more, the oracle is
no sure one, or `variants.oracle` reports the variant."""


@check("variants.every_task", needs_fresh_process=True)
def every_task(context: CheckContext) -> None:
    """Let the oracle play each numbered task, and many seeds of each level, split and mode."""
    context.require_capability_absent("stochastic", "the oracle may be unlucky")
    oracle_of(context)
    if any(solution_problem(context, solution) for solution in context.solved):
        raise NotApplicable("the oracle does not solve the first tasks: see semantic.oracle_max")
    totals = [solution.total for solution in context.solved]
    least = min(totals) if max(totals) - min(totals) <= _EQUAL * abs(context.scale) else -math.inf
    solved: dict[str, int] = {}
    unsolved: dict[str, list[tuple[Rollout, str]]] = {}
    played = 0
    for variant, seed in itertools.islice(_tasks(context), _MOST):
        if played >= _FEWEST and context.out_of_time(_MORE_SECONDS):
            break
        played += 1
        rollout = play_policy(
            context.subject,
            context.survey,
            oracle_of(context),
            seed,
            context.oracle_steps,
            **variant.options,
        )
        label = _label(variant)
        lost = least - rollout.total > _MOST_LOST * abs(context.scale)
        missed = rollout.success is False and not may_fall_short(context, rollout)
        if rollout.error or missed or lost:
            problem = solution_problem(context, rollout) or f"the oracle earns {rollout.total:.4g}"
            unsolved.setdefault(label, []).append((rollout, problem))
        else:
            solved[label] = solved.get(label, 0) + 1
    context.figures["episodes"] = played
    if played < _FEWEST:
        raise EvidenceMissing(f"too slow to play more than {played} tasks: use --profile thorough")
    doubtful: list[str] = []
    for label, cases in unsolved.items():
        count = solved.get(label, 0) + len(cases)
        if solved.get(label, 0) < _FEWEST or len(cases) > _LARGEST_SHARE * count:
            continue
        rollout, problem = cases[0]
        at = f"seed={rollout.seed}, " if rollout.seed is not None else ""
        options = ", ".join(f"{name}={value!r}" for name, value in rollout.options.items())
        found = (
            f"{len(cases)} of {count} tasks of {label or 'the plain environment'} are not solved, "
            f"such as reset({(at + options).rstrip(', ')}): {problem}{_alone(context, rollout)}"
        )
        middle = context.floor + _MOST_LOST * (min(totals) - context.floor)
        if not returns_vary(context) or (rollout.total <= middle and not chance_decides(context)):
            raise PropertyViolated(found, rollout.episode("solution"))
        doubtful.append(found)
    if doubtful and chance_decides(context):
        raise NotApplicable(f"{doubtful[0]}; chance plays a part: the oracle may be unlucky")
    if doubtful:
        raise EvidenceMissing(f"{doubtful[0]}; what the oracle earns varies: it may be no sure one")


def _label(variant: Variant) -> str:
    named = {name: value for name, value in variant.options.items() if name != "index"}
    return ", ".join(f"{name}={value!r}" for name, value in named.items())


def _alone(context: CheckContext, rollout: Rollout) -> str:
    """Says whether the same actions earn otherwise in a new process."""
    messages = context.play_in_fresh_process(rollout.episode("solution"))
    rewards = [Response(message).numeric_reward for message in messages]
    if abs(sum(rewards) - rollout.total) <= 1e-6 * max(1.0, abs(rollout.total)):
        return ""
    return (
        f"; in a new process the same actions earn {sum(rewards):.4g} instead of "
        f"{rollout.total:.4g}: something is kept from other episodes"
    )


def _tasks(context: CheckContext) -> Iterator[tuple[Variant, int]]:
    """Tasks in turn of the variants: numbered ones by their number, the others by seeds."""
    try:
        listed = [v for v in chosen_variants(context, tasks=False, combinations=True) if v.promised]
    except NotApplicable:
        listed = []
    numbered = [v for v in variants_of(context).tasks if v.promised]
    ways: list[Iterator[tuple[Variant, int]]] = []
    by_label: dict[str, list[Variant]] = {}
    for variant in numbered:
        by_label.setdefault(_label(variant), []).append(variant)
    for tasks in by_label.values():
        order = context.rng("every task").sample(tasks, len(tasks))
        ways.append((task, context.seeds[0]) for task in order)
    if not numbered:
        for variant in listed or [Variant("plain", {})]:
            ways.append(zip(itertools.repeat(variant), range(1, _SEEDS + 1)))
    for turn in itertools.zip_longest(*ways):
        yield from (item for item in turn if item is not None)
