"""Semantics: the right answer cannot be guessed from its place, look, number or rank.

A rule is chosen on some seeds and confirmed on others. It is reported if it is right so much more
often than by chance that this has a probability below the property's share of the error rate, for
all rules together.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.error_rate import allowance, upper_tail
from hallmark_rl.conformance.checking.probes.answer_patterns import (
    Guess,
    Question,
    holds_answers,
    is_choice,
    place_rules,
)
from hallmark_rl.conformance.checking.probes.option_ranks import middle_pair, rank_rules
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.asked_questions import (
    FEWEST,
    asked_questions,
    shows_numbers,
)
from hallmark_rl.conformance.properties.semantics.different_tasks import require_no_looks

_SCREEN = 1e-2
_PARTS = 3
"""Parts of `answer_bias` that share its error rate: looks, rules for all lists, rules for ranks."""
_LEAST_GAIN = 0.12
"""By how much a rule must be right more often than by chance; smaller biases are not worth it."""
_LEAST_RANKED = 0.8
"""Share of the questions whose right number must have one rank; wrong ones are often near it."""
_BY_PLACE = ("option ", "the option number")
"""What the names of rules begin with that look at nothing but places and numbers of tasks."""
_LEAST_IN_PAIR = 0.97
"""Share of the questions whose right number must be one of the two in the middle."""


class _Rule(NamedTuple):
    """A rule that chooses options of a list; `least` is the share that must be right."""

    path: str
    name: str
    choose: Callable[[Question, str], frozenset[int]]
    least: float


class _Tried(NamedTuple):
    """How often a rule is right: on `hits` of `tried` questions, and by chance on a share."""

    hits: int
    tried: int
    chance: float

    def is_usual(self, least: float, rate: float) -> bool:
        """Whether the rule is right on many more questions than by chance, and on enough."""
        return (
            self.tried >= FEWEST / 2
            and self.hits / self.tried >= max(least, self.chance + _LEAST_GAIN)
            and upper_tail(self.hits, self.tried, self.chance) <= rate
        )


@check("semantic.answer_bias")
def answer_bias(context: CheckContext) -> None:
    """Try rules that choose an option by place, look, number or rank.

    Each list of options is tried for itself: its questions have seeds of their own.
    """
    rules: list[_Rule] = []
    reason = NotApplicable("the answer is not chosen from a list of options")
    try:
        explored, confirmed = asked_questions(context, is_suspect=_is_suspect)
        rules = _rules(explored)
        looks = allowance("semantic.answer_bias", _PARTS * (len(explored[0].options) + 1))
        require_no_looks([*explored, *confirmed], looks)
        _require_no_rule(rules, explored, confirmed)
    except NotApplicable as not_applicable:
        reason = not_applicable
    if shows_numbers(context):
        with contextlib.suppress(NotApplicable):  # the last answers say why, or were tried
            explored, confirmed = asked_questions(context, first=True, is_suspect=_is_suspect)
            ranks = [rule for rule in _rules_of_options(explored) if rule.least]
            _require_no_rule(ranks, explored, confirmed)
            rules += ranks
    if not rules:
        raise reason


def _is_suspect(explored: list[Question]) -> bool:
    """Whether a rule is right too often on the explored questions."""
    return bool(explored) and bool(_usual(_rules(explored), explored))


def _usual(rules: list[_Rule], explored: list[Question]) -> list[_Rule]:
    """The rules that are usual on the explored questions."""
    return [rule for rule in rules if _tried(rule, explored).is_usual(rule.least, _SCREEN)]


def _require_no_rule(
    rules: list[_Rule], explored: list[Question], confirmed: list[Question]
) -> None:
    """Raise if a rule is right too often on the explored questions and on the fresh ones.

    Only rules that are usual on the explored questions are tested on the fresh ones, and only
    these share the error rate: the fresh questions had no part in their choice.
    """
    tested = _usual(rules, explored)
    rate = allowance("semantic.answer_bias", _PARTS * max(1, len(tested)))
    for rule in tested:
        fresh = _tried(rule, confirmed)
        if fresh.is_usual(rule.least, rate):
            raise PropertyViolated(
                f"{rule.name} of {rule.path} is right on {fresh.hits} of {fresh.tried} fresh "
                f"seeds; by chance it would be on {fresh.chance * fresh.tried:.0f}",
                Episode.of(confirmed[0].seed, [], "opening"),
            )


def _tried(rule: _Rule, questions: list[Question]) -> _Tried:
    outcomes = [
        (place in chosen, len(chosen) / len(question.options[rule.path]))
        for question in questions
        if rule.path in question.options
        and (place := question.place(rule.path)) is not None
        and (chosen := rule.choose(question, rule.path))
    ]
    chance = sum(share for _, share in outcomes) / max(1, len(outcomes))
    return _Tried(sum(hit for hit, _ in outcomes), len(outcomes), chance)


def _rules(questions: list[Question]) -> list[_Rule]:
    return [*_rules_of_options(questions), *_rules_of_records(questions)]


def _rules_of_options(questions: list[Question]) -> list[_Rule]:
    """Rules for lists that are options by their names."""
    rules: list[_Rule] = []
    for path in _option_paths(questions):
        rules += [_Rule(path, name, _alone(at), 0.0) for name, at in place_rules()]
        rules += [_Rule(path, name, _alone(at), _LEAST_RANKED) for name, at in rank_rules()]
        rules.append(_Rule(path, "one of the two middle numbers", middle_pair, _LEAST_IN_PAIR))
    return rules


def _rules_of_records(questions: list[Question]) -> list[_Rule]:
    """Rules of place for other lists that hold the answers.

    Such a list may have an order, as that of departures, so a rule must be right nearly always.
    """
    options = _option_paths(questions)
    return [
        _Rule(path, name, _alone(at), _LEAST_RANKED)
        for path in questions[0].options
        if path not in options and holds_answers(questions, path)
        for name, at in place_rules()
        if name.startswith(_BY_PLACE)
    ]


def _option_paths(questions: list[Question]) -> list[str]:
    return [
        path
        for path in questions[0].options
        if is_choice(path, [q.options[path] for q in questions if path in q.options])
    ]


def _alone(guess: Guess) -> Callable[[Question, str], frozenset[int]]:
    """A rule that chooses one option, as one that chooses a set of them."""

    def choose(question: Question, path: str) -> frozenset[int]:
        place = guess(question, path)
        return frozenset() if place is None else frozenset({place})

    return choose
