"""Semantics: data beside the question does not tell the answer.

A channel is learned on some seeds and confirmed on others. It is reported if it is right so much
more often than by chance, and than what the question itself tells, that this has a probability
below the property's share of the error rate, for all channels together.
"""

from __future__ import annotations

import re
from collections import Counter

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.error_rate import allowance, upper_tail
from hallmark_rl.conformance.checking.probes.answer_patterns import (
    Question,
    channel_baseline,
    features,
    holds_answers,
    is_choice,
    learned_share,
    question_parts,
    task_numbers,
)
from hallmark_rl.conformance.checking.probes.answer_pieces import (
    MOST_VALUES,
    Piece,
    answer_pieces,
    piece_matters,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.answer_series import answer_fields
from hallmark_rl.conformance.properties.semantics.asked_questions import asked_questions
from hallmark_rl.conformance.properties.semantics.different_tasks import require_no_neighbours

_LEAST_GAIN = 0.25
_REMAINDERS = re.compile(
    r"\b(odd|even(-| )(numbers?|numbered|ids?|tickets?)|is even|parity"
    r"|modulo|mod|remainder|divisible|divided by|multiples? of|last digits?"
    r"|check ?digits?|every (second|other|third|fourth|fifth)|in turn|alternat\w*|rotat\w*)\b",
    re.I,
)
"""Words of a text that gives the remainder of a number a meaning."""


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
        if is_choice(path, lists) or holds_answers(explored, path):
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
        target: values for target, values in targets.items() if 2 <= len(set(values)) <= MOST_VALUES
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
            if share < baseline + _LEAST_GAIN:
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
