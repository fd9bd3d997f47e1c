"""Semantics: an arithmetic expression uses the shown numbers as often as the texts allow.

A solution of the kind `(3 + 4) * 5` gets terms that do not change its value: a number of the table
once too often, and a number that is not on the table.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import first_message, task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FURTHER, _FEWEST, _SHARE = 8, 3, 0.5
"""Solutions beside those of the survey, tasks on which it must be paid, and their share."""
_TOO_OFTEN, _OTHER = "a number once too often", "a number that is not shown"
_THING = re.compile(r"\b(?:numbers?|cards?|digits?|tiles?|dice|die|values?)\b", re.I)
_ONCE = re.compile(
    r"\bonce\b|\bas (?:often|many times) as\b|\bone time\b|\bused again\b|\breused?\b", re.I
)
_MAY_REPEAT = re.compile(
    r"\b(?:may|can) be (?:re)?used (?:again|repeatedly|(?:several|any number of|many) times"
    r"|multiple times|more than once|as often as (?:you|one|is) )|\b(?:may|can) (?:repeat|reuse)\b",
    re.I,
)
"""What says that a number may be used once, or as often as it is there, or again and again."""
_ONLY = re.compile(
    r"\bonly (?:the |these |those |its |shown |given )*numbers?\b|\bno other numbers?\b"
    r"|\bonly numbers? (?:on|of|from|in|that)\b|\bonly the (?:given|shown|four|three|five|six)\b",
    re.I,
)
_LISTED = re.compile(r"\d+(?:\s*(?:,|;|and)\s*\d+)+")
_EXPRESSION = re.compile(r"[(\d][\d\s()+*/×÷−-]*[)\d]")
_OPERATOR = re.compile(r"[+*/×÷−-]")
_MOST_DIGITS = 9
"""Digits of a number of a table; none has more."""


class _Answer(NamedTuple):
    """A text of an action with an expression in it: its path, the text, and where it ends."""

    path: Path
    text: str
    end: int
    used: Counter[int]

    def with_terms(self, action: Action, number: int) -> Action:
        """The action with `+ number - number` behind the expression."""
        text = f"{self.text[: self.end]} + {number} - {number}{self.text[self.end :]}"
        return with_leaf(action, self.path, text)


@check("semantic.expression_numbers")
def expression_numbers(context: CheckContext) -> None:
    """Add numbers that cancel each other to the expressions of solutions."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    found: dict[str, list[Episode]] = {}
    tried: Counter[str] = Counter()
    rules: dict[str, str] = {}
    solutions = [*context.solutions, *more_solutions(context, _FURTHER)]
    for solution in context.until_budget(solutions, least=2 * _FEWEST):
        for answer, table in itertools.islice(_answers(context, solution), 1):
            rules = rules or _rules(context, solution)
            for what, number in _excess(answer, table, rules):
                actions = [*solution.actions[:-1], answer.with_terms(solution.actions[-1], number)]
                if not context.source.valid(actions[-1]):
                    continue
                tried[what] += 1
                episode = paid_like(context, solution, actions, what)
                found.setdefault(what, []).extend(filter(None, [episode]))
    if not tried:
        raise NotApplicable(
            "no answer is an arithmetic expression of shown numbers of which a text says how often "
            "each may be used, or that there are no others"
        )
    for what, episodes in found.items():
        if len(episodes) >= max(_FEWEST, _SHARE * tried[what]):
            raise PropertyViolated(
                f"an expression with {what} is paid like the solution on {len(episodes)} of "
                f"{tried[what]} tasks, though a text says {rules[what][:160]!r}: "
                f"{str(episodes[0].calls[-1].action)[:200]}",
                episodes[0],
            )


def _rules(context: CheckContext, solution: Rollout) -> dict[str, str]:
    """The sentences that say how often a number may be used, and that there are no others."""
    sentences = [re.sub(r"[*_`]", "", text) for text in task_sentences(context, solution)]
    of_numbers = [text for text in sentences if _THING.search(text)]
    may_repeat = any(map(_MAY_REPEAT.search, of_numbers))
    once = "" if may_repeat else next(filter(_ONCE.search, of_numbers), "")
    only = next(filter(_ONLY.search, of_numbers), "")
    rules = {_TOO_OFTEN: once, _OTHER: only}
    return {what: text for what, text in rules.items() if text}


def _excess(
    answer: _Answer, table: Counter[int], rules: dict[str, str]
) -> Iterator[tuple[str, int]]:
    """Numbers that the table does not have so often, or not at all."""
    if _TOO_OFTEN in rules:
        often = [number for number in answer.used if answer.used[number] + 2 > table[number]]
        yield from ((_TOO_OFTEN, number) for number in often[:1])
    if _OTHER in rules:
        yield _OTHER, next(number for number in itertools.count(2) if number not in table)


def _answers(context: CheckContext, solution: Rollout) -> Iterator[tuple[_Answer, Counter[int]]]:
    """Expressions of a solution's last action whose numbers are all in one shown list."""
    tables = [*_tables(first_message(context, solution))]
    for path, text in leaves(solution.actions[-1]):
        for match in _EXPRESSION.finditer(text) if isinstance(text, str) else ():
            used = _numbers(match[0])
            if used.total() < 2 or not _OPERATOR.search(match[0]):
                continue
            for table in tables:
                if used <= table:
                    yield _Answer(path, text, match.end(), used), table


def _tables(message: dict[str, Any]) -> Iterator[Counter[int]]:
    """The lists of numbers in a message, also those written in a text."""
    for _, value in subtrees(message):
        if isinstance(value, list) and len(value) > 1:
            texts = [str(item) for item in value]
            if all(text.isdecimal() for text in texts):
                yield _numbers(" ".join(texts))
        elif isinstance(value, str):
            for match in _LISTED.finditer(value):
                yield _numbers(match[0])


def _numbers(text: str) -> Counter[int]:
    """The numbers in a text; none if one of them is too long."""
    found = re.findall(r"\d+", text)
    are_short = all(len(digits) <= _MOST_DIGITS for digits in found)
    return Counter(map(int, found)) if are_short else Counter()
