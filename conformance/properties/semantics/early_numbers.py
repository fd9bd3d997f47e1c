"""Semantics: no number of the first message tells what the episode is to find out.

Where a solution looks at several things before it decides, a number that is shown at once, such as
how long a log is, must not give the decision away.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.error_rate import allowance, upper_tail
from hallmark_rl.conformance.checking.probes.answer_patterns import Question
from hallmark_rl.conformance.checking.probes.answer_pieces import answer_pieces, piece_matters
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import numbers_in
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.asked_questions import asked_questions

_LEAST_SHARE, _LEAST_GAIN = 0.7, 0.35
"""Share of the decisions that a number must tell, and how much more than the most frequent one."""
_FEWEST_VALUES = 4


@check("semantic.early_numbers")
def early_numbers(context: CheckContext) -> None:
    """Learn decisions from single numbers on some seeds, and confirm the rule on others."""
    if not all(len(solution.actions) > 1 for solution in context.solutions):
        raise NotApplicable("the oracle takes one step: what is shown at once is the task")
    explored, confirmed = asked_questions(context)
    questions = [*explored, *confirmed]
    columns = _columns(questions)
    pieces = list(answer_pieces(questions))
    if not columns or not pieces:
        raise NotApplicable("no number that differs is shown at once, or no decision is one of few")
    rate = allowance("semantic.early_numbers", len(columns) * len(pieces))
    split, tried = len(explored), len(confirmed)
    for piece, values in pieces:
        usual = Counter(values[split:]).most_common(1)[0][1] / tried
        for path, column in columns.items():
            known = _by_number(column[:split], values[:split])
            right = sum(
                _nearest(known, number) == value
                for number, value in zip(column[split:], values[split:], strict=True)
            )
            if right < max(_LEAST_SHARE, usual + _LEAST_GAIN) * tried:
                continue
            if upper_tail(right, tried, usual) >= rate:
                continue
            if piece_matters(context, piece, confirmed):
                raise PropertyViolated(
                    f"{path}, which is shown at once, tells {piece.name} of the decision on "
                    f"{right} of {tried} fresh seeds; the most frequent decision is right on "
                    f"{usual * tried:.0f}",
                    Episode.of(confirmed[0].seed, [], "opening"),
                )


def _columns(questions: Sequence[Question]) -> dict[str, list[float]]:
    """The numbers that all first messages show, and that take several values, by their paths."""
    tables = [dict(numbers_in(question.shown)) for question in questions]
    columns = {
        path: [table[path] for table in tables]
        for path in tables[0]
        if all(path in table for table in tables)
    }
    return {path: column for path, column in columns.items() if len(set(column)) >= _FEWEST_VALUES}


def _by_number(column: Sequence[float], values: Sequence[str]) -> dict[float, str]:
    """The most frequent decision for each number that was seen."""
    seen: dict[float, Counter[str]] = defaultdict(Counter)
    for number, value in zip(column, values, strict=True):
        seen[number][value] += 1
    return {number: counts.most_common(1)[0][0] for number, counts in seen.items()}


def _nearest(known: dict[float, str], number: float) -> str:
    return known[min(known, key=lambda seen: abs(seen - number))]
