"""Reset: random seeds give more than a handful of tasks."""

from __future__ import annotations

from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.error_rate import fresh_seeds
from hallmark_rl.conformance.checking.policies import oracle_of, oracle_rollout
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.diff import content_text
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import variants_of

_MOST_FEW = 3
"""A handful: so few tasks are learned by heart."""
_SEEDS = 60
"""Seeds that are played; of 8 even tasks they reach only 3 with a probability under 1e-23."""
_FEWEST_SEEDS = 30
_SECONDS = 1.0
_STEPS, _LONGEST = 3, 60
_MOST_SPLITS = 3


@check("reset.few_tasks")
def few_tasks(context: CheckContext) -> None:
    """Count tasks by their first messages, by random play and by the oracle's actions."""
    context.require_capability_absent("single_task", "there is one task")
    oracle_of(context)
    context.require_capability_absent("unseeded", "the environment takes no seed")
    if not context.survey.accepts.get("seed", True):
        raise NotApplicable("reset() has no parameter seed")
    cost = context.survey.reset_s + context.survey.start_s + _STEPS * context.survey.step_s
    count = min(_SEEDS, int(_SECONDS / max(cost, 1e-5)))
    if count < _FEWEST_SEEDS:
        raise NotApplicable("a reset takes too long for so many of them")
    if context.subject.manifest.get("tasks"):
        raise NotApplicable("openenv.yaml names the tasks")
    setups: list[dict[str, Any]] = [{}]
    splits = [v for v in variants_of(context).listed if v.kind == "split"]
    setups += [dict(variant.options) for variant in splits[:_MOST_SPLITS]]
    for setup in setups:
        tasks = _tasks(context, count, setup)
        if len(tasks) <= _MOST_FEW:
            where = f" with {setup}" if setup else ""
            raise PropertyViolated(
                f"{count} random seeds{where} give {len(tasks)} different tasks",
                Episode.of(context.seeds[0], [], "opening", **setup),
            )


def _tasks(context: CheckContext, count: int, setup: dict[str, Any]) -> set[str]:
    """Different tasks on random seeds, until there are more than a handful."""
    tasks: set[str] = set()
    seeds = fresh_seeds(context.seed, "few tasks")
    actions = context.random_episode(None, _STEPS, "few tasks").actions
    for _ in range(count):
        seed = next(seeds)
        episode = Episode.of(seed, actions, "task", **setup)
        rollout = oracle_rollout(context, seed, _LONGEST, **setup)
        # Hidden tasks look alike; what the oracle does tells them apart.
        tasks.add(content_text([context.play_messages(episode), rollout.actions]))
        if len(tasks) > _MOST_FEW:
            break
    return tasks
