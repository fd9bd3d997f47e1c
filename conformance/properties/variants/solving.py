"""Variants: the oracle solves each, and none shows the answer before the end."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from typing import Any

from hallmark_rl.conformance.checking.chance_in_steps import chance_decides
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import CLAIMS, confirm_share
from hallmark_rl.conformance.checking.policies import oracle_of, oracle_rollout
from hallmark_rl.conformance.checking.probes.encodings import to_text
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.solution_problem import solution_problem
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.secrecy.secret_search import Cases, search_secrets_of
from hallmark_rl.conformance.properties.secrecy.short_secrets import require_no_steady_place
from hallmark_rl.conformance.properties.variants.each_variant import (
    check_each_variant,
    chosen_variants,
    fault_of,
    variant_seeds,
)
from hallmark_rl.conformance.survey.rollouts import play_policy
from hallmark_rl.conformance.survey.survey_data import Rollout
from hallmark_rl.conformance.survey.variants import Variant

_FIRST_FURTHER_SEED = 301
_FURTHER_SEEDS = 4
"""Seeds whose secrets show whether a text is a list of candidates."""
_MODE_SEEDS = 4
"""Seeds of which the oracle has to solve one in a mode, which may make the task harder."""
_PLAIN_GAIN, _LEAST_GAIN = 0.5, 0.05
"""Shares of the scale: what the oracle earns above doing nothing on each seed of the plain
environment, and what is no gain at a level."""
_LARGEST_SHARE_UNSOLVED = 0.1
"""Share of a level's seeds on which a sound oracle may gain nothing: it may be unlucky there."""
_TRIALS = 40


def _solve(context: CheckContext, variant: Variant, seed: int) -> Rollout:
    """Let the oracle play one episode of a variant; it is cut after `oracle_steps`."""
    return oracle_rollout(context, seed, context.oracle_steps, **variant.options)


@check("variants.oracle")
def each_is_solved(context: CheckContext) -> None:
    plain = max(solution_problem(context, solution) for solution in context.solved)
    if plain:
        raise NotApplicable(f"in the plain environment, {plain}: see semantic.oracle_max")
    oracle_of(context)
    tested: list[str] = []

    def solve(variant: Variant) -> None:
        if variant.promised:
            for seed in variant_seeds(context):
                rollout = _solve(context, variant, seed)
                problem = _problem(context, rollout)
                if problem:
                    raise PropertyViolated(problem, rollout.episode("solution"))
            if variant.kind != "task":
                _require_gain(context, variant, tested)
            return
        problems = []
        for seed in context.seeds[:_MODE_SEEDS]:
            rollout = _solve(context, variant, seed)
            problem = _problem(context, rollout)
            unlucky = problem and _is_unlucky(context, variant, rollout)
            problems.append("" if unlucky else problem)
            if not problems[-1] and not variant.found:
                return
        unsolved = [problem for problem in problems if problem]
        if len(unsolved) < len(problems):
            if len(unsolved) > _LARGEST_SHARE_UNSOLVED * len(problems):
                raise EvidenceMissing(
                    f"{len(unsolved)} of {len(problems)} seeds are not solved: {unsolved[0]}"
                )
            return
        text = f"on {len(problems)} seeds, none is solved: {problems[-1]}"
        raise PropertyViolated(text, rollout.episode("solution"))

    check_each_variant(context, solve, combinations=True)


def _is_unlucky(context: CheckContext, variant: Variant, rollout: Rollout) -> bool:
    """Whether luck may keep the oracle from the end of the range, which no author calls a solution.

    It must earn clearly more than doing nothing.
    """
    if not (rollout.actions and rollout.done) or rollout.success is not None or rollout.error:
        return False
    if context.declared.success is not None or not chance_decides(context):
        return False
    idle = _idle_return(context, variant, rollout.seed or 0, len(rollout.actions))
    return idle is not None and rollout.total > idle + _LEAST_GAIN * context.scale


def _problem(context: CheckContext, rollout: Rollout) -> str:
    """Why the oracle's rollout is no solution; a fault of the environment comes first."""
    if not rollout.actions and not rollout.error:
        return "the oracle cannot play: the episode is over after the reset"
    problem = solution_problem(context, rollout)
    if not problem and rollout.success is not None:
        return ""
    for number, response in enumerate(context.play(rollout.episode("solution"))):
        fault = fault_of(response)
        if fault:
            return f"after the oracle's action {number}, a fault of the environment: {fault}"
    return problem


def _require_gain(context: CheckContext, variant: Variant, tested: list[str]) -> None:
    """Raise if the oracle often earns at a level or split what doing nothing earns there.

    In the plain environment it must earn clearly more than doing nothing on each seed. `tested`
    collects the variants that were tested on fresh seeds, at most as many as the error rate allows.
    """
    least = _LEAST_GAIN * context.scale
    plain = [rollout.total - context.floor for rollout in context.solved]
    if min(plain) <= _PLAIN_GAIN * context.scale or not context.survey.null_rollouts:
        return
    longest = max(len(rollout.actions) for rollout in context.survey.null_rollouts)
    played: dict[int, Rollout] = {}

    def gains_nothing(seed: int) -> bool | None:
        played[seed] = rollout = _solve(context, variant, seed)
        if rollout.error or not rollout.actions:
            return None
        # Cut like the idle episodes that gave the plain floor: else costs cannot add up.
        steps = max(longest, len(rollout.actions))
        idle = _idle_return(context, variant, seed, steps)
        if idle is None:
            return None
        if rollout.success:  # solved, and still doing nothing may be worth more
            return True if rollout.total < idle - least else None
        return rollout.total <= idle + least

    suspects = [seed for seed in variant_seeds(context) if gains_nothing(seed)]
    if not suspects or len(tested) == CLAIMS:
        return
    tested.append(variant.label)
    test = confirm_share(
        context,
        "variants.oracle",
        gains_nothing,
        _LARGEST_SHARE_UNSOLVED,
        most_trials=_TRIALS,
        name=variant.label,
    )
    if test:
        rollout = played[suspects[0]]
        raise PropertyViolated(
            f"the oracle earns {rollout.total:.4g}, no more than doing nothing there; in the plain "
            f"environment it earns {context.reference:.4g}, doing nothing {context.floor:.4g}; "
            f"{test}",
            rollout.episode("solution"),
        )


def _idle_return(context: CheckContext, variant: Variant, seed: int, steps: int) -> float | None:
    """The return of the null policy at a variant; None if it fails."""
    null = getattr(context.subject.proof, "null", None)
    if not callable(null):
        first = context.survey.null_rollouts[0].actions[:1]
        if not first:
            return None

        def null(env: object, observation: object) -> object:
            return first[0]

    rollout = play_policy(context.subject, context.survey, null, seed, steps, **variant.options)
    return None if rollout.error else rollout.total


@check("variants.leaks")
def each_keeps_its_secrets(context: CheckContext) -> None:
    plain = context.secrets  # raises if there is nothing that could be searched for

    def search(variant: Variant) -> None:
        cases = _secrets_at(context, variant)
        try:
            search_secrets_of(context, cases, _read, [*cases, *plain], seconds=-math.inf)
        except PropertyViolated:
            # A list of candidates may belong to this variant: it holds its other secrets too.
            further = range(_FIRST_FURTHER_SEED, _FIRST_FURTHER_SEED + _FURTHER_SEEDS)
            known = [*cases, *plain, *_secrets_on(context, variant, further)]
            search_secrets_of(context, cases, _read, known, seconds=-math.inf)
        if context.secrets_declared and "index" not in variant.options:
            named = [secrets for _, secrets in cases]
            require_no_steady_place(context, _read, named, options=variant.options)

    if context.secrets_declared and not plain and not _names_secrets(context):
        raise NotApplicable("secrets(env) returns no secrets, in no variant")
    # Single tasks have one answer each, from which no secrets can be derived.
    check_each_variant(context, search, tasks=context.secrets_declared, combinations=True)


def _names_secrets(context: CheckContext) -> bool:
    """Whether secrets(env) names a secret in any level, split or mode."""
    variants = chosen_variants(context, tasks=False)
    return any(_secrets_on(context, variant, variant_seeds(context)) for variant in variants)


def _secrets_at(context: CheckContext, variant: Variant) -> Cases:
    """Rollouts at a variant with their secrets; `EvidenceMissing` if there are none."""
    if context.secrets_declared:
        cases = _secrets_on(context, variant, variant_seeds(context))
        if not cases:
            seeds = range(_FIRST_FURTHER_SEED, _FIRST_FURTHER_SEED + _FURTHER_SEEDS)
            cases = _secrets_on(context, variant, seeds)[:1]
    else:
        cases = _secrets_on(context, variant, context.seeds[:_FURTHER_SEEDS])
    if not cases:
        raise EvidenceMissing("there are no secrets to search for")
    return cases


def _secrets_on(context: CheckContext, variant: Variant, seeds: Iterable[int]) -> Cases:
    """Rollouts on some seeds with their secrets, declared or derived from the oracle's actions."""
    if context.secrets_declared:
        named = [context.secrets_at_reset(seed, **variant.options) for seed in seeds]
        return [(rollout, rollout.secrets) for rollout in named if rollout.secrets]
    solutions = [_solve(context, variant, seed) for seed in seeds]
    return context.secrets_of([rollout for rollout in solutions if rollout.actions])


def _read(driver: Any, response: Any) -> Iterator[tuple[str, str]]:
    """The observation's fields, metadata included."""
    for key, value in (response.data or {}).items():
        yield f"the observation's {key}", to_text(value)
