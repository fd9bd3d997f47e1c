"""Semantics: the size of a shown text does not tell the answer, or a piece of it.

Texts of one kind that always have one sentence more than those of another are told apart by a
policy that counts and does not read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.error_rate import allowance, upper_tail
from hallmark_rl.conformance.checking.probes.answer_patterns import (
    Question,
    learned_share,
    question_parts,
)
from hallmark_rl.conformance.checking.probes.answer_pieces import (
    Piece,
    answer_pieces,
    piece_matters,
)
from hallmark_rl.conformance.checking.probes.text_measures import (
    share_told_by_words,
    shown_words,
    text_sizes,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import first_message, task_sentences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.asked_questions import asked_questions

_MOST_SIZES, _SEEDS_OF_A_SIZE = 12, 4
"""Different sizes of a text, and how many seeds must show each."""
_LEAST_SHARE, _LEAST_GAIN = 0.9, 0.15
_ASKS = re.compile(
    r"\b(how (many|long)|count\w*|number of (sentences|lines|words|characters|letters|points|items)"
    r"|lengths?|long(er|est)?|short(er|est)?|brief|concise|verbose|wordy|incomplete|truncated"
    r"|at (most|least) \w+ (sentences|lines|words|characters|letters)|too (much|many|few)"
    r"|syllables?|(un)?balanced|parity)\b",
    re.I,
)
"""Words of a task in which the size of a text may be what is asked for."""


@check("semantic.text_lengths")
def text_lengths(context: CheckContext) -> None:
    """Learn pieces of the answers from sizes of texts on some seeds, and confirm on others."""
    if not any(text_sizes(first_message(context, each)) for each in context.solutions):
        raise NotApplicable("no text of several words is shown")
    explored, confirmed = asked_questions(context)
    questions, split = [*explored, *confirmed], len(explored)
    pieces = [
        (piece, values)
        for piece, values in answer_pieces(questions)
        if not any(any(map(str.isdigit, value)) for value in values)
    ]
    if not pieces:
        raise NotApplicable("no piece of the answer is one of a few words")
    sizes = [text_sizes(question.shown) for question in questions]
    names = [name for name in sizes[0] if _is_measure([table.get(name) for table in sizes])]
    if not names:
        raise NotApplicable("no text has a few different sizes")
    rate = allowance("semantic.text_lengths", len(names) * len(pieces))
    tables = [{name: str(size) for name, size in table.items()} for table in sizes]
    for piece, values in pieces:
        baseline = _told_otherwise(questions, values, split)
        for name in names:
            if len(_usual([table[name] for table in sizes])) > len(set(values)):
                continue  # several texts of a kind, each with a size of its own
            share, tried = learned_share(tables, name, values, split), len(confirmed)
            if share < max(_LEAST_SHARE, baseline + _LEAST_GAIN):
                continue
            if upper_tail(round(share * tried), tried, baseline) >= rate:
                continue
            if _is_harmless(context, piece, confirmed):
                continue
            raise PropertyViolated(
                f"{name} tells {piece.name} of the answer on {round(share * tried)} of {tried} "
                f"fresh seeds; without it {baseline * tried:.0f} would be right",
                Episode.of(confirmed[0].seed, [], "opening"),
            )


def _is_measure(sizes: Sequence[int | None]) -> bool:
    """Whether a text has a few different sizes, each on several seeds."""
    usual = _usual(sizes)
    rare = sum(size not in usual for size in sizes)
    return None not in sizes and 2 <= len(usual) <= _MOST_SIZES and rare <= 0.05 * len(sizes)


def _usual(sizes: Sequence[int | None]) -> list[int | None]:
    return [size for size, count in Counter(sizes).items() if count >= _SEEDS_OF_A_SIZE]


def _told_otherwise(questions: Sequence[Question], values: Sequence[str], split: int) -> float:
    """Share of the values that chance, texts known by heart, or frequent words tell."""
    parts = [question_parts(question) for question in questions]
    by_heart = (learned_share(parts, path, values, split) for path in parts[0])
    common = Counter(values).most_common(1)[0][1] / len(values)
    words = [shown_words(question.shown) for question in questions]
    return max(common, share_told_by_words(words, values, split), *by_heart)


def _is_harmless(context: CheckContext, piece: Piece, questions: Sequence[Question]) -> bool:
    """Whether the task asks for a size, or another value of the piece earns as much."""
    if any(_ASKS.search(sentence) for sentence in task_sentences(context)):
        return True
    return not piece_matters(context, piece, questions)
