"""Find rules that make paid actions from values that an instance holds or shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.actions.action_source import ActionSource
from hallmark_rl.conformance.client.refusals import REJECTED_BY_MODEL
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.oracle_search.action_slots import (
    conversions,
    filled,
    slots_of,
    templates,
)
from hallmark_rl.conformance.oracle_search.answer_rules import (
    PLACES,
    VISIBLE,
    AnswerRule,
    Source,
    Views,
    importance,
)
from hallmark_rl.conformance.oracle_search.function_programs import PROGRAM
from hallmark_rl.conformance.oracle_search.possible_rules import possible_rules
from hallmark_rl.conformance.oracle_search.search_player import SearchPlayer, quality
from hallmark_rl.conformance.survey.survey_data import Rollout

_SEEDS, _PROGRAM_SEEDS = 2, 5
_HITS = 8
"""Different paid actions of the first seed of which the rules are tried on the other seeds."""
_RULES_PER_HIT = 12
_PATIENT = 40
"""Rules with a telling name that are played on although the first step pays nothing."""
_PATIENT_STEPS = 8
_SHARE = 0.75
"""Share of seeds on which a rule must pay more than a value of a different seed."""
_BETTER_SHARE = 0.6
"""Share of the compared seeds on which a rule must be paid more: tasks may share an answer."""
_JUMP = 0.05
"""Least gain of a rule over a wrong value, as a share of the greatest gain on the first seed."""


@dataclass(frozen=True)
class ProvedRule:
    """A rule that pays on most seeds.

    Attributes:
        rule: the rule.
        rollouts: its episode on each seed.
        mean: the mean of their returns.
        compared: seeds on which a different, wrong value was tried as well.
        better: how many of them the rule was paid more on.
    """

    rule: AnswerRule
    rollouts: list[Rollout]
    mean: float
    compared: int
    better: int

    @property
    def is_right(self) -> bool:
        """Whether a wrong value was clearly paid less, where one was tried."""
        return self.compared > 0 and self.better >= _BETTER_SHARE * self.compared


def find_rules(
    player: SearchPlayer,
    source: ActionSource,
    pool: list[Action],
    seeds: Sequence[int | None],
    *,
    hidden: bool = True,
) -> list[ProvedRule]:
    """Rules that are paid on most seeds, the best first.

    Among equals, a rule that makes short actions stands first: an answer before a list that holds
    it. Then one that reads what the agent can see before one that reads what only the process
    holds. Values are tried on the first seed; the actions that pay are then made by
    their rules on the other seeds, and compared there with the first seed's value. Without
    `hidden`, only what messages and the state show is tried.
    """
    hits: Hits = []
    base = 0.0
    for first, views in _first_views(player, seeds, hidden=hidden):
        bases = templates(source, pool)
        plain = [player.play([action], first) for action in [*bases, *pool[:12]]]
        usual = sorted(rollout.total for rollout in plain) or [0.0]
        base = max(0.0, usual[len(usual) // 2])
        hits = _paid_actions(player, source, bases, views, first, base)
        if hits:
            with player.share(2):
                hits = _with_more_slots(player, source, views, first, hits)
            seeds = [first, *(seed for seed in seeds if seed != first)]
            break
    proved: list[ProvedRule] = []
    greatest = max((rollout.total - base for rollout, _ in hits), default=0.0)
    for rollout, rules in hits[:_HITS]:
        for rule in sorted(rules, key=_visibility)[:_RULES_PER_HIT]:
            if not player.has_time:
                break
            made = _prove(player, rule, rollout, seeds, greatest * _JUMP)
            if made is not None:
                proved.append(made)

    def order(item: ProvedRule) -> tuple[Any, ...]:
        solved = sum(map(player.is_solved, item.rollouts)) > len(item.rollouts) / 2
        length = len(to_json([rollout.actions for rollout in item.rollouts]))
        return (not solved, not item.is_right, -round(item.mean, 6), length, _visibility(item.rule))

    return sorted(proved, key=order)


def _first_views(
    player: SearchPlayer, seeds: Sequence[int | None], *, hidden: bool
) -> Iterator[tuple[int | None, Views]]:
    """Seeds on which values are tried first, each with its values; programs alone before all.

    The answer of one seed may be one that the action model or a language policy refuses.
    """
    for first in seeds[:_PROGRAM_SEEDS] if hidden else ():
        held = player.views(first)["attributes"]
        programs = {path: text for path, text in held.items() if path.endswith(PROGRAM)}
        if not programs:
            break
        yield first, {**{place: {} for place in PLACES}, "attributes": programs}
    for first in seeds[:_SEEDS]:
        views = dict(player.views(first))
        if not hidden:
            views |= {"secrets": {}, "attributes": {}, "repository": {}}
        yield first, views


def _visibility(rule: AnswerRule) -> tuple[int, int, str]:
    places = [PLACES.index(place) for place in rule.places()]
    return (max(places, default=0), len(rule.sources), str(rule))


def visible_only(rule: AnswerRule) -> bool:
    """Whether the rule reads metadata or state, and nothing that only the process holds."""
    return bool(rule.places() & set(VISIBLE)) and rule.places() <= {"observation", *VISIBLE}


Hits = list[tuple[Rollout, list[AnswerRule]]]
"""Paid episodes, the best first, each with the rules that make its actions."""


def _paid_actions(
    player: SearchPlayer,
    source: ActionSource,
    bases: list[Action],
    views: Views,
    seed: int | None,
    base: float,
) -> Hits:
    """Play each rule's first action once on a seed; those that pay more than `base`.

    Once something is paid, at least half of the budget is kept.
    """
    rules: dict[str, list[AnswerRule]] = {}
    actions: dict[str, Action] = {}
    repeats = player.survey.deterministic and _repeats(player, views, seed)
    for rule in possible_rules(source, bases, views, player.secrets(seed)):
        action = rule.action(views, 0)
        if action is None:
            continue
        key = to_json([action, rule.plays_items()])
        if key in rules:
            if rule.sources not in [other.sources for other in rules[key]]:
                rules[key].append(rule)
        elif source.valid(action):
            rules[key], actions[key] = [rule], action
    played: Hits = []
    patient = 0
    for key, group in rules.items():
        if not player.has_time or (played and not player.has_half):
            break  # the rest is needed to prove the rules on other seeds
        telling = any(importance(s.place, s.path)[0] == 0 for r in group for s in r.sources)
        if group[0].plays_items():
            rollout = player.play_rule(group[0], seed, steps=1)
        else:
            if repeats:
                rollout = player.play([actions[key]], seed)
            else:  # each reset draws a task with other values
                tried = [player.play_rule(rule, seed, steps=1) for rule in group[:_RULES_PER_HIT]]
                rollout = max(tried, key=lambda made: made.total)
            if rollout.total <= base and not rollout.done and telling and patient < _PATIENT:
                patient += 1
                rollout = player.play_rule(group[0], seed, steps=_PATIENT_STEPS)
        if not rollout.error and rollout.total > base + 1e-6:
            played.append((rollout, group))
    played.sort(key=lambda hit: quality(hit[0], solved=player.is_solved(hit[0])), reverse=True)
    return played


def _repeats(player: SearchPlayer, views: Views, seed: int | None) -> bool:
    """Whether a second reset with the seed makes the same values, of those named like answers."""
    again = player.views(seed)
    return all(
        again[place].get(path) == value
        for place, values in views.items()
        for path, value in values.items()
        if importance(place, path)[0] == 0
    )


def _with_more_slots(
    player: SearchPlayer, source: ActionSource, views: Views, seed: int | None, hits: Hits
) -> Hits:
    """Improve the best single-step hit by values in its other slots, one slot after another."""
    best, rules = hits[0]
    rule = min(rules, key=_visibility)
    action = rule.action(views, 0)
    if action is None or rule.plays_items() or player.is_solved(best):
        return hits
    improved: Hits = []
    filled_keys = {item.keys for item in rule.sources}
    for slot in slots_of(source, action):
        if slot.keys in filled_keys or () in filled_keys:
            continue
        candidates = [
            (place, path, form, value)
            for place in PLACES
            for path, found in sorted(
                views[place].items(), key=lambda item: importance(place, item[0])
            )
            for form, value in conversions(found, slot).items()
        ]
        winner: tuple[Rollout, AnswerRule] | None = None
        for place, path, form, value in candidates:
            if not player.has_time:
                break
            changed = filled(action, slot, value)
            rollout = player.play([changed], seed) if source.valid(changed) else best
            if not rollout.error and rollout.total > (winner[0] if winner else best).total + 1e-6:
                sources = (*rule.sources, Source(slot.keys, place, path, form))
                winner = rollout, AnswerRule(rule.template, sources)
        if winner is not None:
            best, rule = winner
            action = best.actions[0]
            improved.insert(0, (best, [rule]))
    return [*improved, *hits]


def _prove(
    player: SearchPlayer,
    rule: AnswerRule,
    on_first: Rollout,
    seeds: Sequence[int | None],
    jump: float,
) -> ProvedRule | None:
    """Play a rule on the other seeds.

    None if a value of the first seed often pays as much there, and the rule does not solve them.
    Seeds on which the action model refuses the rule's value are left out, at most a half of them.
    """
    rollouts, better, compared, refused = [on_first], 0, 0, 0
    for number, seed in enumerate(seeds[1:], start=1):
        rollout = player.play_rule(rule, seed, steps=len(on_first.actions))
        if rollout.error.startswith(REJECTED_BY_MODEL) and refused < len(seeds) // 2:
            refused += 1
            continue
        if rollout.error or not rollout.actions:
            return None
        rollouts.append(rollout)
        if rollout.actions != on_first.actions:
            control = player.play(on_first.actions, seed)
            compared += 1
            better += rollout.total > control.total + jump
        solved = sum(map(player.is_solved, rollouts))
        if number >= 3 and better < compared / 2 and solved < _SHARE * len(rollouts):
            return None
    mean = sum(rollout.total for rollout in rollouts) / len(rollouts)
    solved = sum(map(player.is_solved, rollouts))
    if compared and better < _SHARE * compared and solved < _SHARE * len(rollouts):
        return None
    if mean < _SHARE * on_first.total:
        return None
    return ProvedRule(rule, rollouts, mean, compared, better)
