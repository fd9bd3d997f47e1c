"""Scorer: wrong answers that look right are not paid."""

from __future__ import annotations

import math
import random
from collections import defaultdict
from collections.abc import Iterator

from hallmark_rl.conformance.core.results import NotApplicable
from hallmark_rl.conformance.scorers.answer_parts import SPECIAL_NUMBERS, numbers_in
from hallmark_rl.conformance.scorers.answer_values import words_of
from hallmark_rl.conformance.scorers.reference_answers import (
    Reference,
    choices_of,
    fill,
    prompt_field,
    reference_field,
    wrong_of,
)
from hallmark_rl.conformance.scorers.scorer_context import (
    NO_WORD,
    ScorerContext,
    ScorerFinding,
    Try,
    shown,
)
from hallmark_rl.conformance.scorers.scorer_registry import scorer_check
from hallmark_rl.conformance.scorers.unpaid_answers import require_powerless, require_unpaid
from hallmark_rl.conformance.scorers.wrong_values import (
    number_near_misses,
    text_near_misses,
    without_condition,
    wrong_values,
)

_OTHERS = 6
_SPECIAL = (*SPECIAL_NUMBERS, "Infinity", "-1e999", "nan%", "[NaN]")
_FEW_TASKS = 8
_PLAIN_NUMBER = "98765431"


@scorer_check("scorer.wrong_answers")
def wrong_answers(context: ScorerContext) -> None:
    """Other values, the right answers of other tasks, and the wrong answers that tasks list."""
    solved = context.solved()
    tries = []
    for number, reference in solved.items():
        task, draw = context.tasks[number], random.Random(f"{context.seed} {number}")
        wrong = list(wrong_values(reference, choices_of(task, context.declared)))
        if reference.kind == "choice":
            wrong += list(_misread_choices(reference, [text for _, text in wrong]))
        wrong += [("listed as wrong", text) for text in wrong_of(task, context.declared)]
        tries += [
            Try(number, fill(reference.form, text), f"a wrong answer ({what})")
            for what, text in wrong
            if not context.is_right(number, text)
        ]
        others = [item for key, item in solved.items() if key != number]
        for other in draw.sample(others, min(_OTHERS, len(others))):
            if context.is_right(number, other.core) or _overlap(reference.core, other.core):
                continue
            text = fill(reference.form, other.core)
            by_chance = reference.kind not in ("number", "choice", "boolean")
            tries.append(Try(number, text, "the right answer of another task", by_chance))
    require_unpaid(context, tries, context.partial_limit)
    _require_own_rows(context, solved)


def _require_own_rows(context: ScorerContext, solved: dict[int, Reference]) -> None:
    """No query may be paid on two tasks over the same data whose right answers differ.

    A query without a condition may yield the right rows by chance. If it yields those of two tasks,
    the rows of both are equal, and the right query of the one is paid on the other.
    """
    users: dict[tuple[str, str], list[int]] = defaultdict(list)
    for number, reference in solved.items():
        if reference.kind == "sql" and (query := without_condition(reference.core)):
            users[fill(reference.form, query), _data_of(context, number)].append(number)
    calls = [(query, number) for (query, _), numbers in users.items() for number in numbers]
    paid = {
        (query, number): outcome.text
        for (query, number), outcome in zip(calls, context.score(calls), strict=True)
        if outcome.pay > context.nearly_maximum
    }
    for (query, _), numbers in users.items():
        given = [number for number in numbers if (query, number) in paid]
        crossed = [(one, other) for one in given for other in given if one != other]
        outcomes = context.score([(solved[one].text, other) for one, other in crossed])
        for (one, other), outcome in zip(crossed, outcomes, strict=True):
            if outcome.pay <= context.partial_limit:
                raise ScorerFinding(
                    f"one query, {shown(query)}, earns {paid[query, one]} on the tasks {one} and "
                    f"{other}, which have different right answers: {shown(solved[one].text)} earns "
                    f"{outcome.text} on task {other}",
                    [(query, context.tasks[one]), (query, context.tasks[other])],
                )


def _data_of(context: ScorerContext, number: int) -> str:
    """What a task holds beside its question and its right answer, such as tables."""
    task = context.tasks[number]
    own = (prompt_field(task, context.declared), reference_field(task, context.declared))
    return repr(sorted((key, repr(value)) for key, value in task.items() if key not in own))


@scorer_check("scorer.near_numbers")
def near_numbers(context: ScorerContext) -> None:
    solved = context.solved()
    tries = [
        Try(number, fill(reference.form, text), f"a number that is nearly right ({what})")
        for number, reference in solved.items()
        if reference.kind == "number"
        for what, text in number_near_misses(reference.core)
        if not context.is_right(number, text)
    ]
    if not tries:
        raise NotApplicable("no right answer is a number")
    require_unpaid(context, tries, context.partial_limit)


@scorer_check("scorer.near_texts")
def near_texts(context: ScorerContext) -> None:
    any_order = "order" in (context.declared.equivalents or ())
    tries = [
        Try(
            number,
            fill(reference.form, text),
            f"a text that is nearly right ({what})",
            by_chance=reference.kind == "sql",  # the data may hide that the query is wrong
        )
        for number, reference in context.solved().items()
        for what, text in text_near_misses(reference, any_order=any_order)
        if not context.is_right(number, text)
    ]
    if not tries:
        raise NotApplicable("no right answer is a text, a truth value or JSON")
    require_unpaid(context, tries, context.partial_limit)


@scorer_check("scorer.special_numbers")
def special_numbers(context: ScorerContext) -> None:
    tries = [
        Try(
            number,
            fill(form, special),
            f"the number {special!r}",
            usual=context.pay_of_a_word(number, form),
        )
        for number, reference in context.solved().items()
        for form in dict.fromkeys(("{answer}", reference.form))
        for special in _SPECIAL
        if not (context.is_right(number, special) or context.mentions(number, special))
    ]
    require_powerless(context, tries)
    few = list(context.solved())[:_FEW_TASKS]
    inside = [item for number in few for item in _inside(context, number)]
    if inside:
        require_unpaid(context, inside, context.whole_limit)


def _inside(context: ScorerContext, number: int) -> Iterator[Try]:
    """The right answer with special numbers in the place of its numbers.

    One that earns no more than another number or a word does is not paid for what it is.
    """
    reference = context.learnt.references[number]
    places = numbers_in(reference)

    def texts(put: str) -> list[str]:
        core = reference.core
        return [fill(reference.form, f"{core[:start]}{put}{core[end:]}") for start, end in places]

    plain = context.score([(text, number) for text in texts(_PLAIN_NUMBER) + texts(NO_WORD)])
    pays = [0.0 if math.isnan(outcome.pay) else outcome.pay for outcome in plain]
    for special in SPECIAL_NUMBERS:
        for place, text in enumerate(texts(special)):
            usual = max(pays[place], pays[place + len(places)])
            yield Try(number, text, f"the number {special!r} in the right answer", usual=usual)


def _misread_choices(reference: Reference, wrong: list[str]) -> Iterator[tuple[str, str]]:
    """Texts in which the right letter stands, but is not chosen."""
    letter = reference.core.strip("() .")
    yield "a word that begins with the right letter", f"{letter}{NO_WORD}"
    for text in wrong[:1]:
        other = fill(reference.form, text)
        yield "the right letter is rejected", f"{letter} is wrong.\n{other}"


def _overlap(left: str, right: str) -> bool:
    """Whether most words of one answer stand in the other: a lenient scorer may take both."""
    first, second = words_of(left), words_of(right)
    return bool(first and second) and len(first & second) * 2 > min(len(first), len(second))
