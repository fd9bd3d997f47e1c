"""Wrong answers that are made from a right one: other values, near misses, other spellings."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from hallmark_rl.conformance.scorers.answer_values import NO, YES, Kind, normal_form, read_fraction
from hallmark_rl.conformance.scorers.reference_answers import Reference

_LATEX = re.compile(r"\\[A-Za-z]+|[\^_]\{")
"""A command or a group of LaTeX."""
_CONDITION = re.compile(
    r"\bWHERE\b((?:(?!\b(?:GROUP|ORDER|HAVING|LIMIT|UNION|INTERSECT|EXCEPT|WHERE|SELECT)\b|;).)+)",
    re.IGNORECASE | re.DOTALL,
)
"""The condition of a query that holds no other query."""
_JOINED = re.compile(r"\b(?:AND|OR|BETWEEN)\b|[()]", re.IGNORECASE)
_IN_ORDER = (
    re.compile(r"(?<![\d/.-])(\d{1,2})[-/.](\d{1,2})[-/.]\d{4}(?!\d)"),
    re.compile(r"(?<!\d)(\d{1,4})[-/:.](\d{1,4})(?![-/:.]?\d)"),
    re.compile(r"\(\s*(-?\d+)\s*,\s*(-?\d+)\s*\)"),
)
"""Two numbers that mean something else in the other order: month and day, hours, a ratio, a point;
the first pattern that is found counts."""
_LIST = 3
"""Texts with so many parts that are separated by commas are lists."""
_SMALL = 50
"""Up to this size a number that is one off is farther away than a tolerance of 1 %."""


def wrong_values(reference: Reference, choices: dict[str, str]) -> Iterator[tuple[str, str]]:
    """What is wrong with an answer, and the answer; well-formed, and far from the right one."""
    core, kind = reference.core, reference.kind
    if kind == "number":
        yield from _wrong_numbers(core)
    elif kind == "choice":
        labels = list(choices) or ["A", "B", "C", "D"]
        for label in labels:
            if normal_form(label) != normal_form(core):
                yield "another option", _like(core, label)
    elif kind == "boolean":
        yield "the opposite", _opposite(core)
    elif kind == "json":
        yield from _wrong_json(core)
    elif kind == "sql":
        yield "a query that yields nothing", "SELECT NULL WHERE 1 = 0"
        yield "a query of a constant", "SELECT 'nothing of this'"
    elif kind == "code":
        names = re.findall(r"(?m)^def (\w+)\(", core)
        for name in names[:1]:
            yield "a function that returns None", f"def {name}(*args, **kwargs):\n    return None"
            yield "a function that raises", f"def {name}(*args, **kwargs):\n    raise ValueError"
        if not names:
            yield "a program that prints nothing", "pass"
    else:
        yield "an unrelated answer", "a quiet harbour in winter"
        if choices:
            for text in choices.values():
                if normal_form(text) != normal_form(core):
                    yield "another option", text


def number_near_misses(core: str) -> Iterator[tuple[str, str]]:
    """A number with a digit more or less, another sign or another power of ten."""
    value = read_fraction(core)
    digits = re.search(r"\d[\d,.]*", core)
    if value is None or digits is None or "/" in core or "frac" in core:
        return
    start, end = digits.span()
    yield "a digit before it", f"{core[:start]}1{core[start:]}"
    yield "a digit after it", _append_digit(core, start, end)
    if value != 0:
        yield "the other sign", core[1:] if core.startswith("-") else f"-{core}"
        yield "ten times as much", _plain(value * 10)
        if len(digits[0].replace(",", "").replace(".", "")) > 1 and "." not in digits[0]:
            yield "without its last digit", core[: end - 1] + core[end:]
    if value.denominator == 1 and 0 < abs(value) <= _SMALL:
        yield "one more", _plain(value + 1)
        yield "one less", _plain(value - 1)


def text_near_misses(reference: Reference, *, any_order: bool = False) -> Iterator[tuple[str, str]]:
    """A text or data with one change that makes it wrong; `any_order` if lists may be reordered."""
    core, kind = reference.core, reference.kind
    words = core.split()
    if kind == "text":
        yield "negated", f"not {core}"
        yield "denied", f"anything but {core}"
        items = _items(core)
        if len(set(items)) >= _LIST and not any_order:
            yield "items in another order", ", ".join([*items[1:], items[0]])
        if not any_order and (exchanged := exchanged_numbers(core)):
            yield "two of its numbers exchanged", exchanged
        if len(words) >= 4:
            yield "its first half", " ".join(words[: len(words) // 2])
        if len(words) == 1 and len(core) >= 4:
            yield "its first letters", core[: len(core) // 2]
            yield "letters in another order", core[::-1]
    elif kind == "json":
        data = json.loads(core)
        if isinstance(data, dict) and len(data) > 1:
            yield "without its last key", _dump(dict(list(data.items())[:-1]))
        if isinstance(data, list) and len(data) > 1:
            yield "without its last item", _dump(data[:-1])
    elif kind == "sql":
        yield from _wrong_queries(core)
    elif kind == "boolean":
        yield "negated", f"not {core}"


def exchanged_numbers(core: str) -> str:
    """A date, time, ratio or point with two numbers exchanged; empty for other texts."""
    found = next(filter(None, (list(pattern.finditer(core)) for pattern in _IN_ORDER)), [])
    if len(found) != 1 or int(found[0][1]) == int(found[0][2]):
        return ""
    (first, end), (start, last) = found[0].span(1), found[0].span(2)
    return f"{core[:first]}{core[start:last]}{core[end:start]}{core[first:end]}{core[last:]}"


def _wrong_queries(core: str) -> Iterator[tuple[str, str]]:
    """A query that yields other rows of the same form, unless the data hide the difference."""
    if unconditional := without_condition(core):
        yield "without its condition", unconditional
    condition = _CONDITION.search(core)
    if condition is not None and _JOINED.search(condition[1]) is None:
        start, end = condition.span(1)
        opposite = f"NOT ({condition[1].strip()})"
        yield "with the opposite condition", f"{core[:start]} {opposite} {core[end:]}".strip()


def without_condition(query: str) -> str:
    """A query without its first condition; empty if it has none that can be left out."""
    condition = _CONDITION.search(query)
    if condition is None or condition[1].count("(") != condition[1].count(")"):
        return ""
    return f"{query[: condition.start()].rstrip()} {query[condition.end() :].lstrip()}".strip()


def equivalent_forms(reference: Reference, kind: str) -> Iterator[tuple[str, str]]:
    """The same answer, written in another way of a declared kind: name and text."""
    core = reference.core
    value = read_fraction(core)
    if kind == "case":
        for name, text in (("upper case", core.upper()), ("lower case", core.lower())):
            if text != core and reference.kind not in ("sql", "code", "json"):
                yield name, text
    elif kind == "spacing":
        yield "spaces around it", f"  {core} "
        if " " in core and reference.kind == "text":
            yield "two spaces for one", core.replace(" ", "  ")
        if reference.kind == "json":
            yield "indented", json.dumps(json.loads(core), indent=2, ensure_ascii=False)
    elif kind == "unicode":
        for form in ("NFC", "NFD"):
            text = unicodedata.normalize(form, core)
            if text != core:
                yield form, text
    elif kind == "order":
        if len(items := _items(core)) > 1:
            yield "in another order", ", ".join(items[::-1])
    elif kind == "boxed":
        yield "boxed", f"\\boxed{{{core}}}"
    elif kind == "latex" and value is None:
        if _LATEX.search(core) and "$" not in core:
            yield "in dollars", f"${core}$"
        if "\\frac" in core:
            yield "with \\dfrac", core.replace("\\frac", "\\dfrac")
    elif value is not None:
        yield from _equivalent_numbers(core, value, kind)


def _equivalent_numbers(core: str, value: Fraction, kind: str) -> Iterator[tuple[str, str]]:
    if kind == "separators":
        if value.denominator == 1 and abs(value) >= 1000:
            yield "with thousands separators", f"{int(value):,}"
            yield "without separators", str(int(value))
        return
    if kind == "latex":
        if value.denominator != 1:
            yield "a LaTeX fraction", f"\\frac{{{value.numerator}}}{{{value.denominator}}}"
        else:
            yield "in dollars", f"${core}$"
        return
    exact = value.denominator in (1, 2, 4, 5, 8, 10, 20, 25, 50, 100, 125, 1000)
    if exact and float(value).is_integer():
        yield "with decimals", f"{int(value)}.0"
    elif exact:
        yield "as a decimal", repr(float(value))
        yield "as a fraction", f"{value.numerator}/{value.denominator}"


def _items(core: str) -> list[str]:
    """The parts of a text that are separated by commas."""
    return [item.strip() for item in core.split(",") if item.strip()]


def _wrong_numbers(core: str) -> Iterator[tuple[str, str]]:
    value = read_fraction(core)
    assert value is not None
    yield "another number", _plain(value * 2 + 7)
    yield "another number", _plain(-value - 13)
    yield "another number", _plain(value * 10 + 3)


def _opposite(core: str) -> str:
    pairs = (
        ("yes", "no"), ("true", "false"), ("correct", "incorrect"), ("valid", "invalid"),
        ("entailment", "contradiction"), ("positive", "negative"),
    )  # fmt: skip
    plain = normal_form(core)
    assert plain in YES | NO
    for one, other in pairs:
        for here, there in ((one, other), (other, one)):
            if plain == here:
                upper = core.strip()[:1].isupper()
                return there.upper() if core.isupper() else there.title() if upper else there
    return core


def _wrong_json(core: str) -> Iterator[tuple[str, str]]:
    data = json.loads(core)
    if isinstance(data, dict) and data:
        for name in list(data)[:4]:
            yield f"another value of {name!r}", _dump({**data, name: _other(data[name])})
        yield "other keys", _dump({f"x_{name}": item for name, item in data.items()})
        yield "no value in any key", _dump(dict.fromkeys(data))
    elif isinstance(data, list) and data:
        yield "another first item", _dump([_other(data[0]), *data[1:]])
        yield "other items", _dump([_other(item) for item in data])


def _other(value: Any) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value * 2 + 7
    if isinstance(value, str):
        return "nothing of this"
    return None if value is not None else "nothing of this"


def _like(core: str, label: str) -> str:
    """A label in the brackets and case of another one."""
    letter = re.search(r"[A-Za-z]", core)
    if letter is None:
        return label
    plain = normal_form(label).upper() if letter[0].isupper() else normal_form(label)
    return core[: letter.start()] + plain + core[letter.end() :]


def _append_digit(core: str, start: int, end: int) -> str:
    number = core[start:end].rstrip(".,")
    text = f"{number}5" if "." not in number else f"{number[: number.index('.')]}5"
    return core[:start] + text + core[start + len(number) :]


def _plain(value: Fraction) -> str:
    if value.denominator == 1:
        return str(value.numerator)
    return repr(float(value))


def _dump(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def parts_of(reference: Reference) -> list[tuple[str, Kind]]:
    """Answers with ever more of the right one, the whole one last; empty if it has no parts."""
    core = reference.core
    if reference.kind == "json":
        data = json.loads(core)
        if isinstance(data, dict) and len(data) > 1:
            items = list(data.items())
            return [
                (_dump({**dict.fromkeys(data), **dict(items[:count])}), "json")
                for count in range(len(items) + 1)
            ]
        if isinstance(data, list) and len(data) > 1:
            return [(_dump(data[:count]), "json") for count in range(len(data) + 1)]
        return []
    words = core.split()
    if reference.kind == "text" and 2 <= len(words) <= 60:
        counts = sorted({round(len(words) * share / 5) for share in range(6)})
        return [
            (" ".join(words[:count] + ["zzz"] * (len(words) - count)), "text") for count in counts
        ]
    return []
