"""Semantics: the right answer cannot be guessed from its place or from data beside the question.

A rule is chosen on some seeds and confirmed on others. It is reported if it is right so much more
often than by chance that this has a probability below the property's share of the error rate, for
all rules together.
"""

from __future__ import annotations

import contextlib
import re
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.error_rate import allowance, upper_tail
from hallmark_rl.conformance.checking.probes.answer_patterns import (
    Guess,
    Question,
    channel_baseline,
    features,
    is_choice,
    learned_share,
    place_rules,
    question_parts,
    task_numbers,
)
from hallmark_rl.conformance.checking.probes.answer_pieces import (
    MOST_VALUES,
    Piece,
    answer_pieces,
    piece_matters,
)
from hallmark_rl.conformance.checking.probes.option_ranks import middle_pair, rank_rules
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.answer_series import answer_fields
from hallmark_rl.conformance.properties.semantics.asked_questions import (
    FEWEST,
    asked_questions,
    shows_numbers,
)
from hallmark_rl.conformance.properties.semantics.different_tasks import (
    require_no_looks,
    require_no_neighbours,
)

_SCREEN = 1e-2
_LEAST_GAIN = 0.12
"""By how much a rule must be right more often than by chance; smaller biases are not worth it."""
_LEAST_RANKED = 0.8
"""Share of the questions whose right number must have one rank; wrong ones are often near it."""
_BY_PLACE = ("option ", "the option number")
"""What the names of rules begin with that look at nothing but places and numbers of tasks."""
_LEAST_IN_PAIR = 0.97
"""Share of the questions whose right number must be one of the two in the middle."""
_LEAST_GAIN_BESIDE = 0.25
_MOST_CLASSES = MOST_VALUES
_REMAINDERS = re.compile(
    r"\b(odd|even(-| )(numbers?|numbered|ids?|tickets?)|is even|parity"
    r"|modulo|mod|remainder|divisible|divided by|multiples? of|last digits?"
    r"|check ?digits?|every (second|other|third|fourth|fifth)|in turn|alternat\w*|rotat\w*)\b",
    re.I,
)
"""Words of a text that gives the remainder of a number a meaning."""


class _Rule(NamedTuple):
    """A rule that chooses options of a list; `least` is the share that must be right."""

    path: str
    name: str
    choose: Callable[[Question, str], frozenset[int]]
    least: float


@check("semantic.answer_bias")
def answer_bias(context: CheckContext) -> None:
    """Try rules that choose an option by place, look, number or rank.

    Each list of options is tried for itself: its questions have seeds of their own.
    """
    rules: list[_Rule] = []
    reason = NotApplicable("the answer is not chosen from a list of options")
    try:
        explored, confirmed = asked_questions(context)
        rules = [*_rules_of_options(explored), *_rules_of_records(explored)]
        rate = allowance("semantic.answer_bias", 2 * (len(rules) + len(explored[0].options) + 1))
        require_no_looks([*explored, *confirmed], rate)
        _require_no_rule(rules, explored, confirmed, rate)
    except NotApplicable as not_applicable:
        reason = not_applicable
    if shows_numbers(context):
        with contextlib.suppress(NotApplicable):  # the last answers say why, or were tried
            explored, confirmed = asked_questions(context, first=True)
            ranks = [rule for rule in _rules_of_options(explored) if rule.least]
            rate = allowance("semantic.answer_bias", 2 * (len(ranks) + 1))
            _require_no_rule(ranks, explored, confirmed, rate)
            rules += ranks
    if not rules:
        raise reason


def _require_no_rule(
    rules: list[_Rule], explored: list[Question], confirmed: list[Question], rate: float
) -> None:
    """Raise if a rule is right too often on the explored questions and on the fresh ones."""
    for path, name, choose, least in rules:
        hits, tried, chance = 0, 0, 0.0
        for stage, questions in enumerate((explored, confirmed)):
            outcomes = [
                (place in chosen, len(chosen) / len(question.options[path]))
                for question in questions
                if path in question.options
                and (place := question.place(path)) is not None
                and (chosen := choose(question, path))
            ]
            hits, tried = sum(hit for hit, _ in outcomes), len(outcomes)
            chance = sum(rate for _, rate in outcomes) / max(1, tried)
            bound = rate if stage else _SCREEN
            gained = tried and hits / tried >= max(least, chance + _LEAST_GAIN)
            if tried < FEWEST / 2 or not gained or upper_tail(hits, tried, chance) > bound:
                break
        else:
            raise PropertyViolated(
                f"{name} of {path} is right on {hits} of {tried} fresh seeds; "
                f"by chance it would be on {chance * tried:.0f}",
                Episode.of(confirmed[0].seed, [], "opening"),
            )


def _rules_of_options(questions: list[Question]) -> list[_Rule]:
    """Rules for lists that are options by their names."""
    rules: list[_Rule] = []
    for path in _option_paths(questions):
        rules += [_Rule(path, name, _alone(at), 0.0) for name, at in place_rules()]
        rules += [_Rule(path, name, _alone(at), _LEAST_RANKED) for name, at in rank_rules()]
        rules.append(_Rule(path, "one of the two middle numbers", middle_pair, _LEAST_IN_PAIR))
    return rules


def _rules_of_records(questions: list[Question]) -> list[_Rule]:
    """Rules of place for other lists that hold the answers."""
    options = _option_paths(questions)
    return [
        _Rule(path, name, _alone(at), _LEAST_RANKED)
        for path in questions[0].options
        if path not in options and _holds_answers(questions, path)
        for name, at in place_rules()
        if name.startswith(_BY_PLACE)
    ]


def _option_paths(questions: list[Question]) -> list[str]:
    return [
        path
        for path in questions[0].options
        if is_choice(path, [q.options[path] for q in questions if path in q.options])
    ]


def _holds_answers(questions: list[Question], path: str) -> bool:
    """Whether the right answer is one of a list's texts, or in one of its objects, nearly always.

    The list may have an order, such as that of departures, so only its places are tried, and a rule
    must be right nearly always.
    """
    items = [item for question in questions for item in question.options.get(path, [])]
    places = [question.place(path) for question in questions if path in question.options]
    found = sum(place is not None for place in places)
    return all(isinstance(item, str | dict) for item in items) and found > 0.95 * len(questions)


def _alone(guess: Guess) -> Callable[[Question, str], frozenset[int]]:
    """A rule that chooses one option, as one that chooses a set of them."""

    def choose(question: Question, path: str) -> frozenset[int]:
        place = guess(question, path)
        return frozenset() if place is None else frozenset({place})

    return choose


@check("semantic.side_channels")
def side_channels(context: CheckContext) -> None:
    """Learn answers from metadata, state, ids, forms of texts and seeds, without the question.

    In an episode of several questions, the first one is meant.
    """
    try:
        explored, confirmed = asked_questions(context)
    except NotApplicable:
        if not answer_fields(context):
            raise
        explored, confirmed = asked_questions(context, first=True)
    questions = [*explored, *confirmed]
    targets = {"answer": [str(question.answer) for question in [*explored, *confirmed]]}
    for path in explored[0].options:
        lists = [q.options[path] for q in explored if path in q.options]
        if is_choice(path, lists) or _holds_answers(explored, path):
            places = [q.place(path) if path in q.options else None for q in explored + confirmed]
            if sum(place is not None for place in places) > 0.9 * len(places):
                targets[f"place in {path}"] = [str(place) for place in places]
    targets |= _first_places([*explored, *confirmed])
    pieces = {
        f"{piece.name} of the answer": (piece, values) for piece, values in _pieces(questions)
    }
    targets |= {target: values for target, (_, values) in pieces.items()}
    tables = [features(question) for question in [*explored, *confirmed]]
    names = [name for name in tables[0] if len({table.get(name) for table in tables}) > 1]
    usable = {
        target: values
        for target, values in targets.items()
        if 2 <= len(set(values)) <= _MOST_CLASSES
    }
    numbers = task_numbers(explored[0])
    rate = allowance("semantic.side_channels", max(1, len(usable) * len(names) + len(numbers)))
    require_no_neighbours([*explored, *confirmed], rate)
    if not usable or not names:
        raise NotApplicable("the answers are too different, or nothing is beside the question")
    split = len(explored)
    parts = [question_parts(question) for question in [*explored, *confirmed]]
    for target, values in usable.items():
        tried = len(values) - split
        common = Counter(values).most_common(1)[0][1] / len(values)
        by_heart = max(
            (learned_share(parts, path, values, split) for path in parts[0]), default=0.0
        )
        for name in names:
            if target in pieces and not _is_remainder(name):
                continue
            baseline = channel_baseline(name, tables, common, by_heart)
            share = learned_share(tables, name, values, split)
            if share < baseline + _LEAST_GAIN_BESIDE:
                continue
            hits = round(share * tried)
            if upper_tail(hits, tried, baseline) < rate:
                if target in pieces and _is_harmless(context, pieces[target][0], confirmed):
                    continue
                raise PropertyViolated(
                    f"{name} predicts the {target} on {hits} of {tried} fresh seeds; "
                    f"without it {baseline * tried:.0f} would be right",
                    Episode.of(confirmed[0].seed, [], "opening"),
                )


def _pieces(questions: list[Question]) -> list[tuple[Piece, list[str]]]:
    """Pieces of the answers that are not the whole answer."""
    whole = [str(question.answer) for question in questions]
    return [(piece, values) for piece, values in answer_pieces(questions) if values != whole]


def _is_remainder(name: str) -> bool:
    """Whether a feature is the remainder of a shown number or of the seed."""
    return " modulo " in name and name.startswith(("shown.", "the seed"))


def _is_harmless(context: CheckContext, piece: Piece, questions: list[Question]) -> bool:
    """Whether a text speaks of remainders, or another value of the piece earns as much."""
    if any(_REMAINDERS.search(sentence) for sentence in task_sentences(context)):
        return True
    return not piece_matters(context, piece, questions)


def _first_places(questions: list[Question]) -> dict[str, list[str]]:
    """Of answers with several parts: the place of the first part in a list that is shown."""
    firsts = [
        question.answer.split(",")[0].strip()
        if isinstance(question.answer, str) and "," in question.answer
        else question.answer[0]
        if isinstance(question.answer, list) and len(question.answer) > 1
        else None
        for question in questions
    ]
    found = {}
    for path in questions[0].options:
        places = [
            str(items.index(first)) if first in (items := question.options.get(path, [])) else ""
            for question, first in zip(questions, firsts, strict=True)
        ]
        if "" not in places:
            found[f"place of the answer's first part in {path}"] = places
    return found
