"""Reward: invalid actions, garbage, empty actions and long texts earn nothing."""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext, Trace
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import (
    CLAIMS,
    confirm_share,
    returns_vary,
)
from hallmark_rl.conformance.checking.policies import play, step_limit
from hallmark_rl.conformance.checking.probes.odd_actions import garbage_texts, with_text
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import templates
from hallmark_rl.conformance.survey.rollouts import play_actions
from hallmark_rl.conformance.survey.survey_data import Rollout

_LARGEST_PAID_SHARE = 0.5
"""Share of seeds on which garbage may be paid beside a choice that happens to be right, or idleness
in a game of chance."""
_MOST_TEMPLATES = 4
"""Actions with other choices whose texts are tried as well."""


@check("reward.invalid_pays_nothing")
def invalid_pays_nothing(context: CheckContext) -> None:
    if not context.survey.invalid:
        problem = context.survey.evidence.get("invalid")
        raise NotApplicable(problem or "proof.py lists no invalid actions: write invalid()")
    allowed = max(0.0, min(context.floor, 0.0))
    for action in context.survey.invalid:
        for seed in context.until_budget(context.seeds[:2]):
            at_first: set[str] = set()
            for before in ([], context.pool[:1]):
                actions = [*before, action]
                driver = context.new_driver()
                trace = context.play(Episode.of(seed, actions, "illegal"), driver)
                driver.close()
                if len(trace) != len(actions) + 1:
                    continue
                said = _new_texts(trace)
                if not before:
                    at_first = said
                elif said != at_first:
                    continue  # what an action does before may make this one legal
                paid = trace[-1].numeric_reward
                if paid > allowed + 1e-9 and not _state_pays(context, action, allowed):
                    example = Episode.of(seed, actions, "illegal")
                    raise PropertyViolated(f"an illegal action pays {trace[-1].reward}", example)


def _state_pays(context: CheckContext, action: Action, allowed: float) -> bool:
    """Whether an action earns what the author's idle one earns on each seed, on some nothing.

    Then the state is paid, and not the action. Whether idleness may be paid is decided by
    `reward.idle_pays_nothing`.
    """
    if not callable(getattr(context.subject.proof, "null", None)):
        return False
    idle = {r.seed: r.actions[0] for r in context.survey.null_rollouts if r.actions}
    paid = []
    for seed in context.seeds:
        own, other = (
            context.play(Episode.of(seed, [sent], "for nothing"))[-1].numeric_reward
            for sent in (action, idle.get(seed, {}))
        )
        if seed not in idle or abs(own - other) > 1e-9:
            return False
        paid.append(own > allowed + 1e-9)
    return not all(paid)


def _new_texts(trace: Trace) -> set[str]:
    """The texts of the last message that the one before it does not hold."""
    before, after = (
        {text for _, text in subtrees(response.data or {}) if isinstance(text, str)}
        for response in trace[-2:]
    )
    return after - before


@check("reward.garbage_pays_nothing")
def garbage_pays_nothing(context: CheckContext) -> None:
    fields = context.source.text_fields()
    if not fields:
        raise NotApplicable("the action has no text field")
    _ = context.solutions
    smallest = context.source.minimal() or context.pool[0]
    claims = iter(range(CLAIMS))
    _require_no_paid_garbage(context, smallest, fields, claims)
    for template in templates(context.source, context.pool)[:_MOST_TEMPLATES]:
        if with_text(template, fields, "") != with_text(smallest, fields, "") and _needs_text(
            context, template, fields
        ):
            _require_no_paid_garbage(context, template, fields, claims)


def _needs_text(context: CheckContext, template: Action, fields: list[str]) -> bool:
    """Whether an action is valid and earns nothing without a text, so that its text decides."""
    action = with_text(template, fields, "")
    return context.source.valid(action) and not any(
        _is_paid(context, [action] * count, max(0.0, context.floor), seed)
        for count in (1, step_limit(context))
        for seed in context.seeds[:6]
    )


def _require_no_paid_garbage(
    context: CheckContext, template: Action, fields: list[str], claims: Iterator[int]
) -> None:
    """Raise if texts without meaning are paid in the fields of an action.

    `claims` has an item for each claim about chance that may still be tested.
    """
    allowed = max(0.0, context.floor) + context.declared.margin * abs(context.scale)
    # Other fields of the template are choices, and one of them may be right by chance.
    choices = any(name not in (*fields, "metadata", "type") for name in template)
    seeds = context.seeds[:6] if choices else context.seeds[:1]
    for text in garbage_texts():
        action = with_text(template, fields, text)
        if not context.source.valid(action):
            continue
        for count in (1, step_limit(context)):
            paid: list[Rollout] = []
            for seed in seeds:
                rollout = play_actions(context.subject, context.survey, [action] * count, seed)
                if rollout.error or rollout.total <= allowed + 1e-9:
                    break
                paid.append(rollout)
            if len(paid) < len(seeds):
                continue
            earned = f"garbage earns {paid[0].total:.4g}, doing nothing {context.floor:.4g}"
            if choices or returns_vary(context):
                if next(claims, None) is None:
                    continue
                confirmed = confirm_share(
                    context,
                    "reward.garbage_pays_nothing",
                    functools.partial(_is_paid, context, [action] * count, allowed),
                    _LARGEST_PAID_SHARE,
                    plays=1,
                    name=repr((template, text[:40], count)),
                )
                if not confirmed:
                    continue
                earned = f"{earned}; {confirmed}"
            raise PropertyViolated(earned, paid[0].episode("garbage"))


def _is_paid(
    context: CheckContext, actions: list[Action], allowed: float, seed: int
) -> bool | None:
    """Whether the actions earn more than allowed on a seed; None if a step raises."""
    rollout = play_actions(context.subject, context.survey, actions, seed)
    return None if rollout.error else rollout.total > allowed + 1e-9


@check("reward.idle_pays_nothing")
def idle_pays_nothing(context: CheckContext) -> None:
    low, high = context.declared.low, context.declared.high
    if low is None or high is None:
        raise NotApplicable("no range is declared")
    if high <= 0:
        raise NotApplicable("all rewards are costs: semantic.floor_gap compares with the oracle")
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    action = context.source.minimal()
    if action is None:
        raise NotApplicable("the schema admits no empty action")
    limit = min(context.declared.max_steps or 200, 200)
    seeds = context.seeds[:2] if context.slow else context.seeds
    # If the smallest action is itself a choice it may be right, so others are tried as well.
    makes_choices = all(value not in ("", [], {}, None) for value in action.values()) and bool(
        action
    )
    lowest: tuple[float, list[Rollout], Action] | None = None
    for candidate in [action, *(context.pool[:5] if makes_choices else [])]:
        rollouts = [play(context, [candidate] * limit, seed) for seed in seeds]
        mean = sum(rollout.total for rollout in rollouts) / len(rollouts)
        if all(rollout.success for rollout in rollouts):
            return
        if lowest is None or mean < lowest[0]:
            lowest = (mean, rollouts, candidate)
    if context.declared.success is not None:  # the range may be that of one step
        high = max(high, context.declared.success)
    elif lowest is not None and lowest[0] > high:
        paid = [reward for rollout in lowest[1] for reward in rollout.rewards]
        if max(paid) > low + (high - low) / 2:  # it is: single steps are paid that much
            steps = max(len(rollout.rewards) for rollout in lowest[1])
            low, high = low * steps, high * steps
    # If the range includes costs, doing nothing may still return 0.
    allowed = max(low + (high - low) / 2, 0.0)
    if lowest is not None and lowest[0] > allowed + 1e-9:
        idle = [lowest[2]] * limit
        confirmed = confirm_share(
            context,
            "reward.idle_pays_nothing",
            functools.partial(_is_paid, context, idle, allowed),
            _LARGEST_PAID_SHARE,
            plays=1,
        )
        if confirmed:
            earned = f"the empty action earns {lowest[0]:.4g} on average over {len(seeds)} seeds"
            raise PropertyViolated(
                f"{earned}, and a return may be {low:g} to {high:g}; {confirmed}",
                lowest[1][0].episode("idle"),
            )


_FEW_WORDS = "I think so."
_MANY_WORDS = {
    "a long text": "and so on " * 200,
    "praise of itself": "This is correct, complete and verified. Full marks. " * 4,
}


@check("reward.length_pays_nothing")
def words_pay_nothing(context: CheckContext) -> None:
    """Compare wrong answers with many words added to the same answers with few words added."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    fields = context.source.text_fields()
    if not fields:
        raise NotApplicable("the action has no text field")
    solutions = context.solutions[:6]
    smallest_gain = max(1e-6, context.declared.margin * abs(context.scale) / 2)
    for name, (label, words) in context.until_budget(
        itertools.product(fields, _MANY_WORDS.items()), least=4
    ):
        gained: list[tuple[Rollout, float]] = []
        for solution, other in itertools.pairwise(solutions):
            wrong = other.actions[-1]
            if wrong == solution.actions[-1]:
                continue
            answer = wrong.get(name) or ""
            with_few_words = _with_last_text(
                context, solution, wrong, name, [answer, f"{answer} {_FEW_WORDS}"]
            )
            lengths = (2000, 400, 100)  # the longest that the model accepts is used
            texts = [f"{answer} {words}"[:length] for length in lengths]
            with_many_words = next(
                iter(_with_last_text(context, solution, wrong, name, texts)), None
            )
            returns = [rollout.total for rollout in with_few_words]
            if (
                with_many_words is None
                or not returns
                or with_many_words.total <= max(returns) + smallest_gain
            ):
                break
            gained.append((with_many_words, max(returns)))
        if len(gained) >= 3:
            rollout, return_of_few = gained[0]
            text = f"{label} in {name!r} of a wrong answer earns {rollout.total:.4g}"
            raise PropertyViolated(
                f"{text}, with few words {return_of_few:.4g}", rollout.episode("many words")
            )


def _with_last_text(
    context: CheckContext, solution: Rollout, last_action: Action, name: str, texts: list[str]
) -> Iterator[Rollout]:
    """Rollouts of a solution with another last action, one for each text that is valid in it."""
    for text in texts:
        action = {**last_action, name: text.strip()}
        if context.source.valid(action):
            yield play(context, [*solution.actions[:-1], action], solution.seed)
