"""Reward: illegal actions, garbage and idling earn nothing."""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import play, step_limit
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.rollouts import play_actions
from hallmark_rl.conformance.survey.survey_data import Rollout


@check("reward.invalid_pays_nothing")
def invalid_pays_nothing(context: CheckContext) -> None:
    if not context.survey.invalid:
        raise NotApplicable("no illegal actions are named: write invalid() in proof.py")
    nothing = max(0.0, min(context.floor, 0.0))
    for action in context.survey.invalid:
        for seed in context.until_budget(context.seeds[:2]):
            for warm in ([], context.pool[:1]):
                actions = [*warm, action]
                driver = context.new_driver()
                trace = context.play(Episode.of(seed, actions, "illegal"), driver)
                driver.close()
                if len(trace) == len(actions) + 1 and trace[-1].numeric_reward > nothing + 1e-9:
                    shown = Episode.of(seed, actions, "illegal")
                    raise PropertyViolated(f"an illegal action pays {trace[-1].reward}", shown)


@check("reward.garbage_pays_nothing")
def garbage_pays_nothing(context: CheckContext) -> None:
    from hallmark_rl.conformance.checking.probes.odd_actions import garbage_texts, with_text

    fields = context.source.text_fields()
    if not fields:
        raise NotApplicable("actions have no free text")
    template = context.source.minimal() or context.pool[0]
    _ = context.solutions
    allowed = max(0.0, context.floor) + context.declared.margin * abs(context.scale)
    # Beside the text the template makes choices, and one of those may happen to be right.
    choices = any(name not in (*fields, "metadata", "type") for name in template)
    seeds = context.seeds[:6] if choices else context.seeds[:1]
    for text in garbage_texts():
        action = with_text(template, fields, text)
        if not context.source.valid(action):
            continue
        for count in (1, step_limit(context)):
            paid: list[Rollout] = []
            for seed in seeds:
                other = play_actions(context.subject, context.survey, [action] * count, seed)
                if other.error or other.total <= allowed + 1e-9:
                    break
                paid.append(other)
            if len(paid) == len(seeds):
                seen = f"garbage earns {paid[0].total:.4g}, doing nothing {context.floor:.4g}"
                raise PropertyViolated(seen, paid[0].episode("garbage"))


@check("reward.idle_pays_nothing")
def idle_pays_nothing(context: CheckContext) -> None:
    low, high = context.declared.low, context.declared.high
    if low is None or high is None:
        raise NotApplicable("no range is declared")
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    action = context.source.minimal()
    if action is None:
        raise NotApplicable("there is no empty action")
    limit = min(context.declared.max_steps or 200, 200)
    seeds = context.seeds[:2] if context.slow else context.seeds
    # Where the emptiest action is a choice like any other it may be the right one; all are not.
    chosen = all(value not in ("", [], {}, None) for value in action.values()) and bool(action)
    least: tuple[float, list[Rollout]] | None = None
    for tried in [action, *(context.pool[:5] if chosen else [])]:
        played = [play(context, [tried] * limit, seed) for seed in seeds]
        mean = sum(one.total for one in played) / len(played)
        if all(one.success for one in played):
            return
        least = min(least or (mean, played), (mean, played), key=lambda pair: pair[0])
    # Where costs reach below nothing, nothing is what an idler may keep.
    allowed = max(low + (high - low) / 2, 0.0 if high > 0 else low)
    if least is not None and least[0] - _luck(context, least[1]) > allowed + 1e-9:
        earned = f"the empty action earns {least[0]:.4g} on average over {len(seeds)} seeds"
        raise PropertyViolated(f"{earned}, declared is {low}..{high}", least[1][0].episode("idle"))


def _luck(context: CheckContext, played: list[Rollout]) -> float:
    """How far a mean may lie above what is earned in the long run: three standard errors."""
    if context.survey.deterministic or len(played) < 2:
        return 0.0
    return 3 * statistics.stdev(one.total for one in played) / math.sqrt(len(played))


_BRIEF = "I think so."
_WORDS = {
    "a long text": "and so on " * 200,
    "praise of itself": "This is correct, complete and verified. Full marks. " * 4,
}


@check("reward.words_pay_nothing")
def words_pay_nothing(context: CheckContext) -> None:
    """Wrong answers with many words beside or behind them, against the same with few."""
    context.require_capability_absent("stochastic", "single returns are luck")
    fields = context.source.text_fields()
    if not fields:
        raise NotApplicable("actions have no free text")
    solutions = context.solutions[:6]
    least = max(1e-6, context.declared.margin * abs(context.scale) / 2)
    for name, (label, words) in context.until_budget(
        itertools.product(fields, _WORDS.items()), least=4
    ):
        gained: list[tuple[Rollout, float]] = []
        for one, other in itertools.pairwise(solutions):
            wrong = other.actions[-1]
            if wrong == one.actions[-1]:
                continue
            told = wrong.get(name) or ""
            few = _endings(context, one, wrong, name, [told, f"{told} {_BRIEF}"])
            lengths = (2000, 400, 100)  # of what the model accepts, the longest
            texts = [f"{told} {words}"[:length] for length in lengths]
            many = next(iter(_endings(context, one, wrong, name, texts)), None)
            paid = [played.total for played in few]
            if many is None or not paid or many.total <= max(paid) + least:
                break
            gained.append((many, max(paid)))
        if len(gained) >= 3:
            played, without = gained[0]
            seen = f"{label} in {name!r} of a wrong answer earns {played.total:.4g}"
            raise PropertyViolated(
                f"{seen}, a few words {without:.4g}", played.episode("many words")
            )


def _endings(
    context: CheckContext, one: Rollout, last: Action, name: str, texts: list[str]
) -> Iterator[Rollout]:
    """The way of a solution with another last action, with each text that its model accepts."""
    for text in texts:
        action = {**last, name: text.strip()}
        if context.source.valid(action):
            yield play(context, [*one.actions[:-1], action], one.seed)
