"""Semantics: of an answer of several lines, items or letters, the first few are not paid like all.

A grader that divides by what was submitted, or that stops at the end of the shorter list, pays for
a beginning. Programs and queries are left out: their last lines may do nothing that is graded.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.checking.probes.nested_values import lists_in
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FURTHER, _FEWEST, _SHARE = 8, 4, 0.75
_FEWEST_PARTS, _FEWEST_LETTERS = 4, 8
_BODIES = (
    re.compile(r"(?s)(?P<before>.*```\w*\n)(?P<body>.*?)(?P<behind>\n```.*)"),
    re.compile(r"(?s)(?P<before>.*?<(\w+)>\n?)(?P<body>.*?)(?P<behind>\n?</\2>.*)"),
    re.compile(r"(?s)(?P<before>\n*)(?P<body>.*?)(?P<behind>\n*)"),
)
"""What stands before lines in a text, the lines, and what stands behind: a fence, tags, nothing."""
_PROGRAM = re.compile(
    r"(?im)^\s*(select|with|insert|update|create|def|class|import|from|function|const|let|var|return"
    r"|#include|#!|public|package|fn|func)\b|[;{}]\s*$"
)
_BEGINNING_COUNTS = re.compile(
    r"\b(share|fraction|part|percentage|proportion|number)\b[^.]*\b(of|among) "
    r"(the |your |all )?(submitted|given|sent|written|returned|listed|reported|answered|named)\b"
    r"|\b(lines|rows|items|entries) (that )?(you|are|were|it) "
    r"(send|give|write|list|name|return|submit|report|sent|given|written|listed|submitted)\w*\b"
    r"|\bprecision\b|\b(any|some) (number|subset|part|of)\b|\bat least (one|two|three|\d+)\b"
    r"|\bone or more\b|\bas many as\b|\bonly the first\b|\b(need|must|have) not\b[^.]*\ball\b"
    r"|\bnot all\b|\b(may|can) (stop|leave)\b",
    re.I,
)
"""A sentence by which a part of an answer may be worth as much as the whole."""


class _Answer(NamedTuple):
    """The parts of an answer, and the action that has other parts in their place.

    `kind` is "lines", "items" or "letters".
    """

    path: Path
    kind: str
    parts: list[Any]
    with_parts: Callable[[list[Any]], Action]


def require_whole_lines(context: CheckContext) -> bool:
    """Raise if the beginnings of answers of several parts are paid like the whole.

    The first two parts, the first half and all but the last are paid on most tasks, though a wrong
    part in the second half costs. Returns whether there were such answers.
    """
    solutions = [*context.solutions, *more_solutions(context, _FURTHER)]
    if not any(any(_answers(solution)) for solution in solutions[:_FEWEST]):
        return False
    if any(map(_BEGINNING_COUNTS.search, task_sentences(context))):
        return False
    tried = 0
    found: list[tuple[str, Episode]] = []
    for solution in context.until_budget(solutions, least=2 * _FEWEST):
        outcomes = [
            (one.kind, _paid(context, solution, solutions, one)) for one in _answers(solution)
        ]
        paid = [(kind, result) for kind, result in outcomes if isinstance(result, Episode)]
        tried += bool(paid) or any(result is False for _, result in outcomes)
        found += paid[:1]
        if tried - len(found) > (1 - _SHARE) * len(solutions):
            break
    if len(found) >= max(_FEWEST, _SHARE * tried):
        kind, episode = found[0]
        raise PropertyViolated(
            f"the first two {kind} of the answer, its first half, and all but the last one are "
            f"paid like the whole on {len(found)} of {tried} tasks, though a wrong one costs: "
            f"{str(episode.calls[-1].action)[:300]}",
            episode,
        )
    return bool(tried)


def _answers(solution: Rollout) -> Iterator[_Answer]:
    """The texts in the last action of a solution, as lines or as letters, and its lists."""
    last = solution.actions[-1]
    for path, text in leaves(last):
        if isinstance(text, str) and text.count("\n") >= _FEWEST_PARTS - 1:
            match = next(filter(None, (form.fullmatch(text) for form in _BODIES)))
            before, body, behind = match["before"], match["body"], match["behind"]
            lines = body.split("\n")
            if sum(map(_says_something, lines)) >= _FEWEST_PARTS and not _is_program(body):
                yield _Answer(path, "lines", lines, _writer(last, path, "\n", before, behind))
        elif isinstance(text, str) and sum(map(str.isalpha, text)) >= _FEWEST_LETTERS:
            yield _Answer(path, "letters", list(text), _writer(last, path, ""))
    for name, items, with_items in lists_in(last):
        if len(items) >= _FEWEST_PARTS:
            yield _Answer((name,), "items", items, with_items)


def _writer(
    last: Action, path: Path, separator: str, before: str = "", behind: str = ""
) -> Callable[[list[Any]], Action]:
    return lambda parts: with_leaf(last, path, before + separator.join(parts) + behind)


def _says_something(part: Any) -> bool:
    return bool(str(part).strip())


def _is_program(text: str) -> bool:
    """Whether a text is a program or a query: one cannot tell which of its lines matter."""
    if _PROGRAM.search(text):
        return True
    try:
        statements = ast.parse(text).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return not all(isinstance(statement, ast.Expr) for statement in statements)


def _paid(
    context: CheckContext, solution: Rollout, others: list[Rollout], answer: _Answer
) -> Episode | bool:
    """The episode of the first two parts if all beginnings are paid; False if one is not.

    True if a wrong part is paid too: then nothing can be said.
    """
    parts, before = answer.parts, solution.actions[:-1]
    counted = [place for place, part in enumerate(parts) if _says_something(part)]
    ends = (counted[1] + 1, counted[len(counted) // 2 - 1] + 1, counted[-1])
    episodes = []
    for end in ends:
        actions = [*before, answer.with_parts(parts[:end])]
        episode = paid_like(context, solution, actions, "the beginning of the answer")
        if episode is None:
            return False
        episodes.append(episode)
    for place in (counted[-1], counted[len(counted) // 2]):
        spoilt = list(_spoilt(answer, place, others))
        if not spoilt or any(
            paid_like(context, solution, [*before, action], "a wrong line") for action in spoilt
        ):
            return True
    return episodes[0]


def _spoilt(answer: _Answer, place: int, others: list[Rollout]) -> Iterator[Action]:
    """The answer with another task's part in a place, and with a copy of the part before.

    Nothing if no other task has another part there.
    """
    right = answer.parts[place]
    foreign = [
        other.parts[min(place, len(other.parts) - 1)]
        for solution in others
        for other in _answers(solution)
        if other.path == answer.path
    ]
    known = [right] if answer.kind == "letters" else answer.parts
    wrong = [part for part in foreign if _says_something(part) and part not in known]
    earlier = [part for part in answer.parts[:place] if _says_something(part) and part != right]
    for part in [*wrong[:1], *earlier[-1:]] if wrong else []:
        yield answer.with_parts([*answer.parts[:place], part, *answer.parts[place + 1 :]])
