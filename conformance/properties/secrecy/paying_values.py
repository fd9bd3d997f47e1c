"""Secrecy: no value of metadata or state is the answer."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.error_rate import allowance, upper_tail
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.answer_rules import VISIBLE, AnswerRule, Views
from hallmark_rl.conformance.oracle_search.rule_search import find_rules, visible_only
from hallmark_rl.conformance.oracle_search.search_player import SearchPlayer
from hallmark_rl.conformance.properties.secrecy.hidden_commands import require_no_key
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS = 24
_LONG_TEXT = 5
_FEWEST_TEXTS = 4
"""Different long texts, each paid and never beaten, that cannot be right by chance."""
_LEAST_GAIN = 0.3
"""Mean gain over a different seed's value, as a share of the unit of returns."""
_MOST_SHOWN = 0.5
"""Share of seeds on which the observation may show the value as well."""


@check("secrecy.hidden_value_pays")
def hidden_value_pays(context: CheckContext) -> None:
    """Put values of metadata and state into actions, and other seeds' values for comparison."""
    if not context.survey.accepts.get("seed", True):
        raise NotApplicable("reset() has no parameter seed")
    if "open_state" not in context.declared.capabilities and not context.slow:
        require_no_key(context)
    player = SearchPlayer(context.subject, context.survey, context.declared, [])
    try:
        rule = _visible_rule(context, player)
        if rule is None:
            return
        if "open_state" in context.declared.capabilities and "metadata" not in rule.places():
            raise NotApplicable("declared: open_state (the agent does not see the state)")
        trials = _trials(context, player, rule)
    finally:
        player.close()
    if sum(trial.shown for trial in trials) > _MOST_SHOWN * len(trials):
        return  # the observation states it: it is part of the task
    wins = [trial for trial in trials if trial.paid.total > trial.control.total + 1e-9]
    losses = [trial for trial in trials if trial.paid.total < trial.control.total - 1e-9]
    gain = sum(trial.paid.total - trial.control.total for trial in trials) / max(1, len(trials))
    if not wins or gain < _LEAST_GAIN * abs(context.scale):
        return
    texts = {trial.value for trial in wins if len(trial.value) >= _LONG_TEXT + 2}
    rate = allowance("secrecy.hidden_value_pays")  # a sign test, against another seed's value
    certain = not losses and len(texts) >= _FEWEST_TEXTS
    if not certain and upper_tail(len(wins), len(wins) + len(losses), 0.5) > rate:
        if len(trials) < _SEEDS // 2:
            raise EvidenceMissing(f"{rule} is paid, but few seeds could be tried: it may be chance")
        return
    first = wins[0]
    text = f"{rule} earns {first.paid.total:.4g} on seed {first.paid.seed}"
    raise PropertyViolated(
        f"{text}, a different seed's value {first.control.total:.4g} (more on {len(wins)} and less "
        f"on {len(losses)} of {len(trials)} seeds): who reads it need not solve the task",
        Episode.of(first.paid.seed, first.paid.actions, "a value that messages show"),
    )


def _visible_rule(context: CheckContext, player: SearchPlayer) -> AnswerRule | None:
    """The rule of the survey's search; with an author's oracle, of a short search made here."""
    found = context.survey.found
    if found:
        if not found.get("kind") and _hidden_paths(context, player):
            raise EvidenceMissing(
                "whether a value of metadata or state is paid cannot be told, because no action is "
                f"known that is paid ({found.get('how')}): write oracle(env, observation)"
            )
        data = found.get("visible")
        return None if data is None else AnswerRule.from_dict(data)
    if context.slow and context.profile.name != "thorough":
        raise EvidenceMissing(
            "too slow to try values of metadata and state in this profile: use --profile thorough"
        )
    player.allow(3000, max(0.3, context.profile.budget))
    rules = find_rules(player, context.source, context.pool, list(context.seeds), hidden=False)
    return next((item.rule for item in rules if visible_only(item.rule)), None)


def _hidden_paths(context: CheckContext, player: SearchPlayer) -> list[str]:
    """Paths of metadata and state that hold a text or a number after a reset."""
    player.allow(10, 5.0)
    views = player.views(context.seeds[0])
    return [
        path
        for place in VISIBLE
        for path, value in views[place].items()
        if isinstance(value, str | int | float) and not isinstance(value, bool)
    ]


@dataclass(frozen=True)
class _Trial:
    """A rule on one seed, and the actions that it gave on a different seed played there."""

    paid: Rollout
    control: Rollout
    value: str
    shown: bool


def _trials(context: CheckContext, player: SearchPlayer, rule: AnswerRule) -> list[_Trial]:
    """Play a rule and its actions of a different seed on fresh, widely spread seeds."""
    rng = context.rng("hidden values")
    seeds = rng.sample(range(1000, 10**6), _SEEDS)
    player.allow(100_000, max(1.0, context.profile.budget))
    trials: list[_Trial] = []
    other = player.play_rule(rule, seeds[-1], steps=1)
    for seed in seeds[:-1]:
        if not player.has_time:
            break
        views = player.views(seed)
        paid = player.play_rule(rule, seed, steps=1)
        if paid.actions and other.actions and paid.actions != other.actions:
            control = player.play(other.actions, seed)
            value = to_json(_hidden_values(rule, views))
            trials.append(_Trial(paid, control, value, _is_shown(rule, views)))
        other = paid
    return trials


def _hidden_values(rule: AnswerRule, views: Views) -> list[Any]:
    return [views[s.place].get(s.path) for s in rule.sources if s.place in VISIBLE]


def _is_shown(rule: AnswerRule, views: Views) -> bool:
    """Whether the observation shows every value that the rule takes from elsewhere."""
    shown = list(views["observation"].values())
    text = to_json(shown).lower()
    return all(
        value in shown or (isinstance(value, str) and value.lower() in text)
        for value in _hidden_values(rule, views)
    )
