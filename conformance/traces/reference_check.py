"""Judge an answer by the right answer of its task, without the scorer.

The verdict is None where a right answer can be written in ways that this check does not know: such
an episode is never disputed on this ground.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from hallmark_rl.conformance.scorers.answer_values import (
    NO,
    YES,
    normal_form,
    read_fraction,
    words_of,
)
from hallmark_rl.conformance.scorers.reference_answers import (
    Reference,
    as_text,
    choices_of,
    references_of,
)
from hallmark_rl.conformance.scorers.scorer_declarations import ScorerDeclarations
from hallmark_rl.conformance.scorers.scorer_tasks import Task

_SAME, _DIFFERENT = Fraction(1, 1000), Fraction(1, 20)
"""Relative differences up to which numbers are equal, and from which they are not."""
_NUMBERS = re.compile(r"-?\d[\d,]*(?:\.\d+)?(?:/\d+)?")
_NUMBER_WORDS = frozenset(
    {
        "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen",
        "nineteen", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
        "hundred", "thousand", "million", "billion", "half", "third", "quarter", "dozen", "pi",
        "sqrt", "none", "no",
    }
)  # fmt: skip
_SPECIAL = frozenset({"nan", "inf", "infinity"})
_LABEL = re.compile(r"^\W*([A-Za-z])\W*$|^\W*([A-Za-z])[).:]\s|\b(?:option|choice) ([A-Za-z])\b")
_SHORT_WORD = 3
_SHORT_TEXT = 60


def references(task: Task, declared: ScorerDeclarations) -> list[Reference]:
    """The right answers of a task, without repetitions; empty if it states none."""
    found = {reference.core: reference for reference in references_of(task, declared)}
    return [reference for core, reference in found.items() if core.strip()]


def judge_answer(
    answers: list[str], rights: list[Reference], task: Task, declared: ScorerDeclarations
) -> bool | None:
    """Whether an answer is right: the last of those that its text marks.

    Args:
        answers: what the text marks as its answer; see `marked_answers`.
        rights: the right answers of the task.
        task: the task, for its options.
        declared: the author's declarations.
    """
    if not rights or not answers:
        return None
    choices = choices_of(task, declared)
    verdicts = [_says(answers[-1], reference, choices) for reference in rights]
    if True in verdicts:
        return True
    return None if None in verdicts else False


def is_foreign(text: str, rights: Iterable[Reference]) -> bool:
    """Whether a text has no number and no word in common with the right answers."""
    words = _content(text)
    own = [_content(reference.core) for reference in rights]
    return bool(own) and all(known and not words & known for known in own)


def differ(left: list[Reference], right: list[Reference], tasks: tuple[Task, Task]) -> bool:
    """Whether no right answer of one task is right for another one.

    Answers that are labels of options differ if the labels do.
    """
    options = choices_of(tasks[1], ScorerDeclarations())
    return all(_differs(a, b, options) for a in left for b in right)


def _differs(left: Reference, right: Reference, options: dict[str, str]) -> bool:
    if {left.kind, right.kind} <= {"text", "json", "sql", "code"}:
        a, b = normal_form(left.core), normal_form(right.core)
        return a not in b and b not in a
    return _says(left.core, right, options) is False


def _says(answer: str, reference: Reference, choices: dict[str, str]) -> bool | None:
    """Whether an answer says what a reference says; None if that is not known."""
    if normal_form(answer) == normal_form(reference.core):
        return True
    if reference.kind == "number":
        return _same_number(answer, reference.core)
    if reference.kind == "choice":
        return _same_choice(answer, reference.core, choices)
    if reference.kind == "boolean":
        return _same_boolean(answer, reference.core)
    if reference.kind == "json":
        return _same_json(answer, reference.core)
    return None


def _same_number(answer: str, core: str) -> bool | None:
    right = read_fraction(core)
    given = read_fraction(re.sub(r"(?<=\d)\s*(?:[a-zA-Z°]+\.?)$", "", answer.strip()))
    if right is None:
        return None
    if given is not None:
        return _close(given, right)
    if "\\" in answer or "^" in answer or "√" in answer or "π" in answer:
        return None
    numbers = map(read_fraction, _NUMBERS.findall(answer))
    inside = {value for value in numbers if value is not None}
    if len(inside) == 1:
        return _close(inside.pop(), right)
    if inside:
        return None if any(_close(value, right) is not False for value in inside) else False
    words = words_of(answer)
    if words & _SPECIAL or not words:
        return False
    return None if words & _NUMBER_WORDS or re.search(r"\d", answer) else False


def _close(given: Fraction, right: Fraction) -> bool | None:
    if given == right:
        return True
    if given.denominator == right.denominator == 1:
        return False
    difference = abs(given - right) / max(abs(given), abs(right))
    if difference <= _SAME:
        return True
    return False if difference >= _DIFFERENT else None


def _same_choice(answer: str, core: str, choices: dict[str, str]) -> bool | None:
    label = normal_form(core)
    match = _LABEL.search(answer)
    if match is not None:
        return bool(next(filter(None, match.groups())).casefold() == label)
    plain = normal_form(answer)
    for own, text in choices.items():
        if normal_form(text) == plain:
            return normal_form(own) == label
    if label in words_of(answer):
        return None
    right = next((text for own, text in choices.items() if normal_form(own) == label), "")
    if right and words_of(right) & words_of(answer):
        return None
    return False if choices else None


def _same_boolean(answer: str, core: str) -> bool | None:
    right = normal_form(core) in YES
    words = words_of(answer)
    says_yes, says_no = bool(words & YES), bool(words & NO)
    if says_yes and says_no:
        return None
    if not (says_yes or says_no):
        return None if "not" in words or len(answer) > _SHORT_TEXT else False
    return (says_yes != ("not" in words)) == right


def _same_json(answer: str, core: str) -> bool | None:
    body = re.sub(r"^```\w*\n?|\n?```$", "", answer.strip())
    given: Any
    right: Any
    try:
        given, right = json.loads(body), json.loads(core)
    except (ValueError, RecursionError):
        return None if re.search(r"[{\[]", body) else False
    if bool(given == right):
        return True
    if type(given) is not type(right):
        return False
    if isinstance(right, dict):
        return _same_fields(given, right)
    if isinstance(right, list):
        shares_item = any(item in right for item in given)
        return None if shares_item else False
    return None


def _same_fields(given: dict[str, Any], right: dict[str, Any]) -> bool | None:
    """False if a field is missing or plainly another; None for further or nested fields."""
    for name, value in right.items():
        if name not in given:
            return False
        is_scalar = not isinstance(value, dict | list)
        if is_scalar and normal_form(as_text(given[name])) != normal_form(as_text(value)):
            return False
    return None


def _content(text: str) -> set[str]:
    """Numbers, and the beginnings of words that are no function words."""
    return {
        word[:5] for word in words_of(text) if len(word) > _SHORT_WORD or word.isdigit()
    } or words_of(text)
