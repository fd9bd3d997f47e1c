"""Choose the variants that a check plays, play them, and say which were played."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.reset_options import closed_values, numbered_levels
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.variants import (
    COMBINATION,
    SPLIT_NAME,
    Variant,
    Variants,
    find_variants,
)

_LISTED = {"quick": 40, "default": 80, "thorough": 400}
"""Most levels, splits and modes that are played; of more, a sample."""
_TASKS = {"quick": 2, "default": 8, "thorough": 200}
"""Tasks that are played, chosen by `--seed`."""
_SEEDS = {"quick": 1, "default": 2, "thorough": 6}
_NAMED = 5
"""Variants that a message names."""


@functools.lru_cache(maxsize=2)
def variants_of(context: CheckContext) -> Variants:
    """The variants that the subject declares, and what its options take.

    That is, texts that an option accepts and no others, and the numbers of levels.
    """
    driver = context.new_driver()
    env = driver.env if isinstance(driver, InProcessDriver) else None
    try:
        found = find_variants(context.subject, context.declared, env, context.rng("tasks"))
    finally:
        driver.close()
    named = {name for each in (*found.listed, *found.tasks) for name in each.options}
    for options in closed_values(context) if env is not None else ():
        kind = "split" if SPLIT_NAME.search(next(iter(options))) else "mode"
        variant = Variant(kind, options, promised=False, found=True)
        if not named & options.keys():
            found.listed.append(variant)
    for level in numbered_levels(context) if env is not None else ():
        if not named & level.keys():
            found.listed.append(Variant("level", level, promised=False, found=True))
    return found


def variant_seeds(context: CheckContext) -> Iterator[int]:
    """The seeds on which a variant is played: the first one, and few more within the budget."""
    return context.until_budget(context.seeds[: _SEEDS[context.profile.name]], least=1)


def chosen_variants(
    context: CheckContext, *, tasks: bool = True, combinations: bool = False
) -> list[Variant]:
    """The variants to play: every level, split and mode up to a limit, and a sample of the tasks.

    Args:
        context: the context of the check; its profile sets the limits, its seed the sample.
        tasks: whether single tasks are among them.
        combinations: whether the levels of the further splits are among them; not with `quick`,
            always with `thorough`.

    Raises:
        NotApplicable: nothing of the kind is declared.
    """
    found = variants_of(context)
    name = context.profile.name
    combined = name == "thorough" or (combinations and name != "quick")
    listed = [item for item in found.listed if combined or item.kind != COMBINATION]
    chosen = _sample(context, listed, _LISTED[name])
    chosen += _sample(context, found.tasks, _TASKS[name]) if tasks else []
    if not chosen and not found.unreachable:
        raise NotApplicable("no level, split, mode or task is declared")
    return chosen


def _sample(context: CheckContext, variants: list[Variant], most: int) -> list[Variant]:
    if len(variants) <= most:
        return list(variants)
    indices = context.rng("variants").sample(range(len(variants)), most)
    return [variants[index] for index in sorted(indices)]


def check_each_variant(
    context: CheckContext,
    check: Callable[[Variant], None],
    *,
    tasks: bool = True,
    combinations: bool = False,
) -> None:
    """Call `check` on each variant of `chosen_variants`; a violation names the variant.

    The figures `played`, `variants` and `tasks` say what was played. Single tasks are played until
    the budget is used up, but at least one; levels, splits and modes until the property's deadline
    is near.

    Raises:
        PropertyViolated: what `check` raises, with the variant's arguments in front.
        EvidenceMissing: a variant could not be checked, or there was no time for it.
        NotApplicable: no variant is declared.
    """
    chosen = chosen_variants(context, tasks=tasks, combinations=combinations)
    found = variants_of(context)
    ends = time.monotonic() + 0.85 * context.profile.deadline
    played: list[Variant] = []
    tasks_begun = 0
    unproved = [*found.unreachable] if tasks else []
    for variant in chosen:
        if variant.kind == "task":
            if tasks_begun and context.out_of_time():
                continue
            tasks_begun += 1
        if time.monotonic() > ends:
            unproved.append(f"{variant.label}: no time was left, use --profile thorough")
            continue
        try:
            check(variant)
        except PropertyViolated as violation:
            text = f"with reset({variant.label}): {violation.observed}"
            raise PropertyViolated(text, violation.episode) from None
        except (EvidenceMissing, NotApplicable) as reason:
            unproved.append(f"{variant.label}: {reason}")
        else:
            played.append(variant)
    total = len(found.listed) + (len(found.tasks) if tasks else 0)
    context.figures["played"] = f"{len(played)} of {total}"
    if tasks:
        tried = sum(variant.kind == "task" for variant in played)
        context.figures["tasks"] = [tried, len(found.tasks)]
    context.figures["variants"] = [
        [variant.kind, dict(variant.options)] for variant in played if variant.kind != "task"
    ]
    if unproved:
        more = f"; and {len(unproved) - _NAMED} more" if len(unproved) > _NAMED else ""
        raise EvidenceMissing(f"not proved for {'; '.join(unproved[:_NAMED])}{more}")


def variant_episodes(context: CheckContext, variant: Variant, length: int = 6) -> Iterator[Episode]:
    """An episode of random valid actions for each seed."""
    for seed in variant_seeds(context):
        actions = context.random_episode(seed, length, "variant").actions
        yield Episode.of(seed, actions, "walk", **variant.options)


def fault_of(response: Response) -> str:
    """A fault of the environment that the SDK reports in a message; empty if there is none."""
    error = (response.data or {}).get("error")
    if isinstance(error, dict) and error.get("blame") == "environment":
        return f"{error.get('code')}: {error.get('message')}"
    return ""
