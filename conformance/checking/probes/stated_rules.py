"""Rules that texts state about the items of an answer, and answers that break them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.probes.added_entries import containers
from hallmark_rl.conformance.checking.probes.changed_values import Path, with_leaf
from hallmark_rl.conformance.core.episode_data import Action

_IN_A_ROW = re.compile(
    r"\b(no|not|never|nobody|none|without|cannot|must differ|at most|more than)\b.*"
    r"\b(in a row|consecutive(ly)?|back[- ]to[- ]back|successive|one after (the other|another))\b",
    re.I,
)
_LONGEST_RUN = re.compile(r"\b(more than|at most) (?P<count>two|three|four|[234])\b", re.I)
_RUN = re.compile(r"\b(?P<count>two|three|four|[234])\b", re.I)
_COUNTS = {"two": 2, "three": 3, "four": 4, "2": 2, "3": 3, "4": 4}
_DIFFERENT = re.compile(
    r"\b(different|distinct|unique)\b"
    r"(?! (from|than|ways?|orders?|forms?|seeds?|levels?|process|for each)\b)"
    r"|\bno (duplicates?|repeats?|repetitions?)\b|\bwithout (duplicates|repeats|repetitions?)\b"
    r"|\b(not|never|n't|cannot|no \w+)\b.*\b(twice|repeat(ed)?|reused?|more than once)\b"
    r"|\b(at most|only|exactly) once\b|\bonce (only|each|at most)\b"
    r"|\b(each|every) \w+ (may be used |can be used |counts |is counted )?once\b",
    re.I,
)
_USED_ONCE = re.compile(r"\b(used?|using) (exactly |only )?once\b", re.I)
_NUMBERS = re.compile(r"\b(numbers?|digits?|operands?)\b", re.I)
_BESIDE = re.compile(r"\b(adjacent|neighbou?r\w*|next to|touch\w*|in a row|consecutive\w*)\b", re.I)
_CONNECTED = re.compile(
    r"\b(adjacent|neighbou?ring|connected|side by side)\b"
    r"|\bdirect(ly)? (connect\w*|links?|roads?|flights?|lines?|edges?|joined|linked)\b"
    r"|\b(exactly |only )?one (letter|step|cell|square|stop|digit|character|bit|edge)s?\b.*"
    r"\b(at a time|changes|changed|differs?|apart|between)\b"
    r"|\b(changes?|changing|differs?|differing) (in |by )?(exactly |only )?(one|a single|1) \w+",
    re.I,
)
_SEPARATOR = re.compile(r"\s*(?:\n|->|→|=>|>|,|;|\|)\s*|\s+")
_ONLY_ONE = re.compile(
    r"\bexactly one\b|\bno other\b|\bnothing (else|but)\b|\bonly (the|one) (right|correct|one)\b",
    re.I,
)
_OF_A_PART = re.compile(
    r"\b(a|an|each|every) (section|paragraph|line|item|entry|row|sentence|clause|part|step)\b"
    r"[^.;]*\b(exactly|only) one\b",
    re.I,
)
"""A sentence about a part of an answer, not about all of it."""
_ANSWER = re.compile(
    r"\b(answer\w*|repl(y|ies)|text|message|line|nam(e|es|ed|ing)|list(s|ed)?|writ\w+|sa(y|ys|id)|"
    r"submi\w+|claim\w*|report\w*|quot\w+|mention\w*|giv(e|es|en)|cit\w+|counts?|number)\b",
    re.I,
)
_VALUE = re.compile(r"[A-Za-z]*[-#.]?\d[\w.,:-]*\d|[A-Za-z]+[-#]\d+")
"""A word with at least two characters that holds a digit, such as an id, an amount or a date."""
_END_MARK = re.compile(r"</\w+>|(?<=\w)\}")
_POSITIVE = re.compile(
    r"\bat least (one|1)\b|\bpositive\b|\b(greater|more) than (zero|0)\b|\b(no|not|never)\b.*"
    r"\bnegative\b|\bfrom (one|1)\b|\bone or more\b",
    re.I,
)


@dataclass(frozen=True)
class Series:
    """Scalars of one type in an action: the items of a list, a column of rows, or an object.

    Attributes:
        name: the path without indices.
        paths: where the values stand.
        values: the values, at least two.
    """

    name: str
    paths: list[Path]
    values: list[Any]


@dataclass(frozen=True)
class Rule:
    """A rule about the values of a series.

    Attributes:
        run: how many equal values in a row break it; 0 if any two equal values do.
        sentence: the sentence that states it.
    """

    run: int
    sentence: str

    @property
    def broken_by(self) -> str:
        """What breaks the rule, in words."""
        return f"{self.run} equal values in a row" if self.run else "a value twice"

    def is_kept(self, values: list[Any]) -> bool:
        """Whether a series keeps the rule."""
        if not self.run:
            return len(set(values)) == len(values)
        windows = [values[start : start + self.run] for start in range(len(values) - self.run + 1)]
        return all(len(set(window)) > 1 for window in windows)

    def breaking(self, action: Action, series: Series) -> Iterator[Action]:
        """Copies of an action in which values of a series are those beside them."""
        length = self.run or 2
        for start in range(len(series.values) - length + 1):
            places = range(start, start + length)
            for value in dict.fromkeys(series.values[place] for place in places):
                changed = action
                for place in places:
                    changed = with_leaf(changed, series.paths[place], value)
                yield changed


def series_of(action: Action) -> Iterator[Series]:
    """The series of an action."""
    for path, value in containers(action):
        if any(isinstance(key, int) for key in path):
            continue
        name = ".".join(map(str, path))
        if isinstance(value, dict):
            yield from _series(name, [(*path, key) for key in value], [*value.values()])
            continue
        yield from _series(name, [(*path, place) for place in range(len(value))], value)
        rows = [row for row in value if isinstance(row, dict)]
        if rows and len(rows) == len(value):
            for key in rows[0]:
                paths: list[Path] = [(*path, place, key) for place in range(len(rows))]
                yield from _series(f"{name}[].{key}", paths, [row.get(key) for row in rows])


def _series(name: str, paths: list[Path], values: list[Any]) -> Iterator[Series]:
    are_scalars = all(isinstance(v, str | int | float) and not isinstance(v, bool) for v in values)
    if len(values) > 1 and are_scalars and len({type(value) for value in values}) == 1:
        yield Series(name, paths, values)


def rules_about_repeats(sentences: list[str]) -> list[Rule]:
    """What sentences state about equal values: none at all, or none in a row; each rule once."""
    found: dict[int, Rule] = {}
    for sentence in sentences:
        if _IN_A_ROW.search(sentence):
            longest, run = _LONGEST_RUN.search(sentence), _RUN.search(sentence)
            count = 2
            if longest:
                count = _COUNTS[longest["count"].lower()] + 1
            elif run:
                count = _COUNTS[run["count"].lower()]
            found.setdefault(count, Rule(count, sentence))
        elif _DIFFERENT.search(sentence) and not _BESIDE.search(sentence):
            found.setdefault(0, Rule(0, sentence))
    return list(found.values())


def connection(sentences: list[str]) -> str:
    """The first sentence that says which items may follow each other; empty if none does."""
    return next((sentence for sentence in sentences if _CONNECTED.search(sentence)), "")


def with_gaps(value: Any) -> list[Any]:
    """Copies of a list, or of a text with separators, that lack one item between the ends."""
    if isinstance(value, list):
        return [[*value[:place], *value[place + 1 :]] for place in range(1, len(value) - 1)]
    if not isinstance(value, str):
        return []
    marks = list(_SEPARATOR.finditer(value.strip()))
    if len({mark[0].strip() for mark in marks}) != 1:  # prose, or a single word
        return []
    text = value.strip()
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    return [text[: mark.start()] + text[end:] for mark, end in zip(marks, ends[:-1], strict=False)]


def only_one(sentences: list[str]) -> str:
    """The first sentence that says that nothing else may be named; empty if none does."""
    asked = (s for s in sentences if _ONLY_ONE.search(s) and _ANSWER.search(s))
    return next((sentence for sentence in asked if not _OF_A_PART.search(sentence)), "")


def with_all_alike(action: Action, shown: str) -> Iterator[Action]:
    """Copies of an action with a text to which all shown values of the form of its own are added.

    The form of a value is that of its letters and digits: `R-1234` and `12.50` have two forms.
    """
    by_form: dict[str, dict[str, None]] = {}
    for word in _VALUE.findall(shown):
        by_form.setdefault(_form(word), {})[word] = None
    for name, text in action.items():
        if name in ("metadata", "type") or not isinstance(text, str):
            continue
        own = dict.fromkeys(_VALUE.findall(text))
        others = [w for value in own for w in by_form.get(_form(value), {}) if w not in own]
        if others and len(text.split()) > 1:
            end = _end_of_answer(text)
            added = " ".join(dict.fromkeys(others))
            yield {**action, name: f"{text[:end]} {added}{text[end:]}"}


def _end_of_answer(text: str) -> int:
    """Where a marked answer ends, as in `<answer>7</answer>.` or `\\boxed{7}`; else the end."""
    marks = list(_END_MARK.finditer(text))
    return marks[-1].start() if marks else len(text)


def _form(word: str) -> str:
    return re.sub(r"[a-z]+", "a", re.sub(r"[A-Z]+", "A", re.sub(r"\d+", "9", word)))


def numbers_used_once(sentences: list[str]) -> str:
    """The first sentence that says that numbers are not to be used again; empty if none does."""
    once = (s for s in sentences if _DIFFERENT.search(s) or _USED_ONCE.search(s))
    return next((sentence for sentence in once if _NUMBERS.search(sentence)), "")


def with_numbers_again(action: Action) -> Iterator[Action]:
    """Copies of an action with an arithmetic expression in which a number is used again.

    Their value is the same: a number is added and taken away, or multiplied by and divided by.
    """
    for name, text in action.items():
        if isinstance(text, str) and len(numbers := _expression_numbers(text)) > 1:
            for number in dict.fromkeys(numbers):
                yield {**action, name: f"({text}) + {number} - {number}"}
                yield {**action, name: f"({text}) * {number} / {number}"}


def _expression_numbers(text: str) -> list[int | float]:
    """The numbers of an arithmetic expression; empty for another text."""
    try:
        nodes = list(ast.walk(ast.parse(text.strip(), mode="eval").body))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    allowed = (ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.Constant)
    numbers = [node.value for node in nodes if isinstance(node, ast.Constant)]
    is_arithmetic = all(isinstance(node, allowed) for node in nodes)
    found = [n for n in numbers if isinstance(n, int | float) and not isinstance(n, bool) and n]
    return found if is_arithmetic and len(found) == len(numbers) else []


def positive_amounts(sentences: list[str]) -> str:
    """The first sentence that says that amounts are positive; empty if none does."""
    return next((sentence for sentence in sentences if _POSITIVE.search(sentence)), "")
