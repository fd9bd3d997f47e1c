"""Semantics: a number is right within the tolerance that the texts state, and not beyond it.

A grader that takes `within 1 %` for an absolute 0.01, or the reverse, pays numbers that are far off
where the answer is small, and refuses right ones where it is large.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like, play
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.checking.probes.denied_answers import marked_answer
from hallmark_rl.conformance.checking.probes.written_numbers import WrittenNumber, parse_number
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_WORDS = {"half a": 0.5, "one": 1.0, "two": 2.0, "three": 3.0, "five": 5.0, "ten": 10.0}
_NUMBER = rf"(\d+(?:\.\d+)?|{'|'.join(_WORDS)})"
_RELATIVE = re.compile(
    rf"(?:within|±|tolerance of|up to|\b(?:differs?|deviates?|off|away|error)\b[^.,;]{{0,20}}"
    rf"\b(?:at most|no more than|less than|by))\s*{_NUMBER}\s*(?:%|per ?cent)",
    re.I,
)
_ABSOLUTE = re.compile(
    rf"(?:within|±|tolerance of|at most)\s*{_NUMBER}(?!\s*(?:%|per ?cent|\.?\d))"
    r"(?=(?:\s+[\w/°]+){0,2}\s+(?:of|from|off|away)\b)",
    re.I,
)
_PAYS = re.compile(
    r"\b(pays?|paid|rewards?|scores?|earns?|accepted|counts?|correct|right|solved|solves"
    r"|credit|graded|\d points?|[01](\.0)? if)\b",
    re.I,
)
"""What a sentence about the reward says."""
_OF_THE_TRUTH = re.compile(r"\b(true|exact|actual|real|hidden|correct|right) \w+", re.I)
"""What names the number that an answer is compared with; such sentences are preferred."""
_COMMAND = re.compile(r"([A-Za-z]\w{0,20}(?: [a-z]{1,12})? )(\S+)")
"""A text that gives a number to a command, such as `pay 12.50`."""
_BEYOND, _INSIDE = 3.0, 0.4
"""Tolerances by which a number is changed. The oracle's number may be one off itself, so three are
two too many, and 0.4 in one direction or the other are none."""
_LARGEST = 0.5
"""Share of the number above which a change is no matter of tolerance."""
_FRESH, _FEWEST = 8, 6
_FRESH_OF_SHARES, _FEWEST_SMALL = 24, 4
"""Further seeds where the tolerance is a share; numbers below 1 that are judged by themselves."""
_SHARE = 0.8
"""Share of the seeds on which the number must be judged wrongly."""


class _Tolerance(NamedTuple):
    """The tolerances that the texts state: shares of the number, and amounts."""

    shares: list[float]
    amounts: list[float]

    def of(self, number: float) -> list[float]:
        """What each of them is for a number."""
        return [*(share * abs(number) for share in self.shares), *self.amounts]


class _Outcome(NamedTuple):
    """Whether a number beyond the tolerance is paid, and whether those within it are refused.

    None where no such number can be written with the decimals of the right one.
    """

    paid: bool | None
    refused: bool | None


@check("semantic.stated_tolerance")
def stated_tolerance(context: CheckContext) -> None:
    """Change the number of solutions by less and by more than the stated tolerance."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    known = context.solutions
    stated = read_tolerance(task_sentences(context, known[0] if known else None))
    if not stated.of(1.0):
        raise NotApplicable("no text states the tolerance of a number")
    fresh = _FRESH_OF_SHARES if stated.shares else _FRESH
    solutions = [*known, *more_solutions(context, fresh)]
    tried: dict[str, list[tuple[_Outcome, Rollout]]] = {}
    small: dict[str, list[tuple[_Outcome, Rollout]]] = {}
    for solution in context.until_budget(solutions, least=_FEWEST):
        numbers = _numbers(solution)
        for path, number in numbers:
            outcome = _judged(context, solution, path, number, stated, alone=len(numbers) == 1)
            is_small = abs(number.value) < 1 and bool(stated.shares)
            if outcome is None and is_small and _is_far_paid(context, solution, path, number):
                small.setdefault(str(path[0]), []).append((_Outcome(True, None), solution))
            if outcome is not None:
                found = (outcome, solution)
                tried.setdefault(str(path[0]), []).append(found)
                if is_small:
                    small.setdefault(str(path[0]), []).append(found)
    if not any(len(outcomes) >= _FEWEST for outcomes in tried.values()):
        raise NotApplicable("no number of the solutions is judged within such a tolerance")
    known_fields = [field for field, outcomes in tried.items() if len(outcomes) >= _FEWEST]
    groups = [(field, tried[field], _FEWEST) for field in known_fields]
    groups += [(f"{field} below 1", small.get(field, []), _FEWEST_SMALL) for field in known_fields]
    for field, outcomes, fewest in groups:
        for place, what in enumerate((f"{_BEYOND:g} times as far off as", f"{_INSIDE:g} times")):
            judged = [rollout for outcome, rollout in outcomes if outcome[place] is not None]
            wrong = [rollout for outcome, rollout in outcomes if outcome[place]]
            if len(judged) >= fewest and len(wrong) >= _SHARE * len(judged):
                texts = [f"{share:.3g} of the number" for share in stated.shares]
                texts += [f"{amount:g}" for amount in stated.amounts]
                verdict = "is paid like the right one" if place == 0 else "off is refused"
                raise PropertyViolated(
                    f"{field!r} {what} the stated tolerance ({', '.join(texts)}) {verdict} on "
                    f"{len(wrong)} of {len(judged)} seeds",
                    wrong[0].episode("solution"),
                )


def read_tolerance(sentences: Iterable[str]) -> _Tolerance:
    """The tolerances that sentences about the reward state."""
    about = [sentence for sentence in sentences if _PAYS.search(sentence)]
    about = [sentence for sentence in about if _OF_THE_TRUTH.search(sentence)] or about
    shares = {_value(text) / 100 for sentence in about for text in _RELATIVE.findall(sentence)}
    amounts = {_value(text) for sentence in about for text in _ABSOLUTE.findall(sentence)}
    return _Tolerance(sorted(shares - {0.0}), sorted(amounts - {0.0}))


def _is_far_paid(
    context: CheckContext, solution: Rollout, path: Path, number: WrittenNumber
) -> bool:
    """Whether a number three times as large is paid like the right one."""
    made = with_leaf(solution.actions[-1], path, number.written(3 * number.value))
    return paid_like(context, solution, [*solution.actions[:-1], made], "far off") is not None


def _value(text: str) -> float:
    known = _WORDS.get(text.lower())
    return float(text) if known is None else known


def _numbers(solution: Rollout) -> list[tuple[Path, WrittenNumber]]:
    """The numbers of a solution's last action that are not 0, with their paths."""
    parsed = [(path, _parsed(value)) for path, value in leaves(solution.actions[-1])]
    return [(path, number) for path, number in parsed if number is not None and number.value]


def _parsed(value: Any) -> WrittenNumber | None:
    """The number that a value is, or that a text marks as its answer, by tags or a label."""
    number = parse_number(value)
    if number is not None or not isinstance(value, str):
        return number
    if (command := _COMMAND.fullmatch(value)) and (amount := parse_number(command[2])):
        before, after = amount.around or ("", "")
        return replace(amount, around=(command[1] + before, after))
    marked = marked_answer(value)
    inner = parse_number(marked.answer) if marked.before else None
    if inner is None or inner.around is None:
        return None
    before, after = inner.around
    return replace(inner, around=(marked.before + before, after + marked.behind))


def _judged(
    context: CheckContext,
    solution: Rollout,
    path: Path,
    number: WrittenNumber,
    stated: _Tolerance,
    *,
    alone: bool,
) -> _Outcome | None:
    """What a number beyond the tolerance, and those within it, earn.

    None if the number is not judged, if the tolerance is no small part of it, or if neither can be
    written with the decimals of the right number. A number that is
    `alone` in its action is also judged if only smaller ones, or only larger ones, are refused.
    """
    own = number.value
    most, least = max(stated.of(own)), min(stated.of(own))
    if _BEYOND * most > _LARGEST * abs(own):
        return None

    def totals(values: Iterable[float], nearest: float, farthest: float) -> list[float]:
        """What other numbers earn, if they are far enough from the right one as written."""
        found = []
        for value in values:
            written = number.written(value)
            off = abs(parsed.value - own) if (parsed := _parsed(written)) else 0.0
            made = with_leaf(solution.actions[-1], path, written)
            if nearest <= off <= farthest and context.source.valid(made):
                rollout = play(context, [*solution.actions[:-1], made], solution.seed)
                found += [] if rollout.error else [rollout.total]
        return found

    far = totals((3 * own, own / 3), _BEYOND * most, math.inf)
    gap = solution.total - (min if alone else max)(far, default=solution.total)
    if gap <= 0.1 * abs(context.scale):
        return None
    beyond = totals((own + _BEYOND * most, own - _BEYOND * most), 0.9 * _BEYOND * most, math.inf)
    inside = totals((own + _INSIDE * least, own - _INSIDE * least), 1e-9, 1.5 * _INSIDE * least)
    paid = any(total >= solution.total - 0.1 * gap for total in beyond)
    is_inside_known = alone and len(inside) > 1  # of several numbers, it may be another one's
    if not beyond and not is_inside_known:
        return None
    refused = max(inside) <= solution.total - 0.9 * gap if is_inside_known else None
    return _Outcome(paid if beyond else None, refused)
