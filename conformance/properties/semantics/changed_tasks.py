"""Semantics: the answer to a slightly different task is not paid, whichever part is different.

The author's oracle gets an observation in which one part is changed, and answers that task. Where
the answers to tasks that differ in one part are refused, and those that differ in another part are
all paid, the verifier does not look at that other part.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from hallmark_rl.conformance.checking.changed_answers import answer_of, observation_with
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import CLAIMS, confirm_share
from hallmark_rl.conformance.checking.policies import Policy, oracle_margin, oracle_of
from hallmark_rl.conformance.checking.probes.changed_observations import (
    ChangedObservation,
    changed_observations,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.survey.variants import Variant

_SEEDS, _FEWEST = 16, 6
"""Seeds of each level, and answers that must have changed, for a part of the task to count."""
_REFUSED, _PAID = 0.1, 0.9
"""Shares of paid answers: up to the first a part is judged, from the second on it is not. Shares
between them say that tasks have several right answers."""
_CONFIRMED = 0.8
_PLAIN = Variant("plain", {})


@dataclass(frozen=True)
class _Outcome:
    """The oracle's answer to a changed task, and whether it is paid on the unchanged one."""

    path: str
    name: str
    seed: int
    action: Action
    is_paid: bool


@check("semantic.changed_tasks")
def tasks_with_changes(context: CheckContext) -> None:
    """Let the oracle answer changed observations, and give its answers to the unchanged task."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    oracle = oracle_of(context)
    if context.subject.url is not None or any(len(s.actions) != 1 for s in context.solutions):
        raise NotApplicable("the oracle's answer is not one action")
    try:
        levels = [v for v in chosen_variants(context, tasks=False) if v.kind == "level"]
    except NotApplicable:
        levels = []
    claims = 0
    tried = False
    for variant in [_PLAIN, *levels]:
        outcomes: dict[str, list[_Outcome]] = defaultdict(list)
        for seed in context.until_budget(range(1, _SEEDS + 1), least=_FEWEST):
            for outcome in _outcomes(context, oracle, variant, seed):
                outcomes[outcome.name].append(outcome)
        known = {name: found for name, found in outcomes.items() if len(found) >= _FEWEST}
        tried = tried or bool(known)
        judged = [name for name, found in known.items() if _share(found) <= _REFUSED]
        if not judged or _has_several_answers(list(known.values())):
            continue
        for found in known.values():
            if _share(found) >= _PAID and claims < CLAIMS:
                claims += 1
                _report(context, oracle, variant, found, judged[0])
    if not tried:
        raise NotApplicable("no small change of the observation changes the oracle's answer")


def _share(found: list[_Outcome]) -> float:
    return sum(outcome.is_paid for outcome in found) / len(found)


def _has_several_answers(known: list[list[_Outcome]]) -> bool:
    """Whether some changes are paid now and then, on no path where one part is never judged."""
    shares: dict[str, list[float]] = defaultdict(list)
    for found in known:
        shares[found[0].path].append(_share(found))
    return any(
        any(_REFUSED < share < _PAID for share in of_path)
        and not (min(of_path) <= _REFUSED and max(of_path) >= _PAID)
        for of_path in shares.values()
    )


def _report(
    context: CheckContext,
    oracle: Policy,
    variant: Variant,
    found: list[_Outcome],
    judged: str,
) -> None:
    """Raise if answers to tasks that differ in one part are also paid on fresh seeds."""
    name = found[0].name

    def paid(seed: int) -> bool | None:
        made = [o for o in _outcomes(context, oracle, variant, seed) if o.name == name]
        return made[0].is_paid if made else None

    label = f"{variant.label} {name}"
    test = confirm_share(context, "semantic.changed_tasks", paid, _CONFIRMED, plays=8, name=label)
    if test:
        at = f" at {variant.label}" if variant.options else ""
        raise PropertyViolated(
            f"with another value at {name} the oracle answers otherwise{at}, and these answers "
            f"are paid on the unchanged task as well; with a change of {judged} they are not; "
            f"{test}",
            Episode.of(
                found[0].seed, [found[0].action], "the answer to another task", **variant.options
            ),
        )


def _outcomes(
    context: CheckContext, oracle: Policy, variant: Variant, seed: int
) -> Iterator[_Outcome]:
    """For each change that changes the oracle's action, whether this action is paid."""
    driver = context.new_in_process_driver()
    response = driver.reset(seed=seed, **variant.options)
    if response.data is None or response.raw is None:
        driver.close()
        return
    right = answer_of(oracle, driver.env, response.raw)
    made: list[tuple[ChangedObservation, Action]] = []
    for task in changed_observations(response.data, context.rng(f"changed tasks {seed}")):
        other = answer_of(oracle, driver.env, observation_with(response.raw, task.data))
        if other is not None and other != right and context.source.valid(other):
            made.append((task, other))
    driver.close()
    if right is None or not made:
        return
    best = _return(context, variant, seed, right)
    if best <= context.floor + oracle_margin(context):
        return
    for task, action in made:
        total = _return(context, variant, seed, action)
        is_paid = total >= best - oracle_margin(context)
        yield _Outcome(task.path, task.name, seed, action, is_paid)


def _return(context: CheckContext, variant: Variant, seed: int, action: Action) -> float:
    episode = Episode.of(seed, [action], "", **variant.options)
    return sum(response.numeric_reward for response in context.play(episode)[1:])
