"""What an answer says, apart from how it is written: numbers, choices, truth values, texts."""

from __future__ import annotations

import json
import re
import unicodedata
from fractions import Fraction
from typing import Literal

Kind = Literal["number", "choice", "boolean", "json", "sql", "code", "text"]
YES = frozenset({"yes", "true", "correct", "entailment", "valid", "positive"})
NO = frozenset({"no", "false", "incorrect", "contradiction", "invalid", "negative"})
_LATEX_FRACTION = re.compile(r"^(-?)\\[dt]?frac\{(-?\d+)\}\{(-?\d+)\}$")
_CLOSE = Fraction(1, 20)
"""Numbers that differ by less, relatively or absolutely, may be paid alike by a tolerance."""
_LONGEST_NUMBER = 60


def read_fraction(text: str) -> Fraction | None:
    """The number that a text is: 1,234.5, 1/2, 50%, \\frac{1}{2}, 1e3, $5; None for others."""
    plain = unicodedata.normalize("NFKC", text).strip().strip("$").strip().rstrip(".")
    plain = plain.replace("\u2212", "-")
    if len(plain) > _LONGEST_NUMBER:
        return None
    if match := _LATEX_FRACTION.match(plain):
        sign, above, below = match.groups()
        plain = f"{sign}{above}/{below}"
    percent = plain.endswith("%")
    plain = re.sub(r"(?<=\d),(?=\d{3}\b)", "", plain.rstrip("%").strip())
    if not re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?|[+-]?\d+\s*/\s*\d+", plain):
        return None
    try:
        value = Fraction(plain.replace(" ", ""))
    except (ValueError, ZeroDivisionError):
        return None
    return value / 100 if percent else value


def kind_of(text: str, *, has_choices: bool) -> Kind:
    """What kind of answer a right answer is."""
    stripped = text.strip()
    if has_choices and re.fullmatch(r"\(?[A-Za-z]\)?\.?", stripped):
        return "choice"
    if read_fraction(stripped) is not None:
        return "number"
    if stripped.lower() in YES | NO:
        return "boolean"
    if stripped[:1] in ("{", "["):
        try:
            json.loads(stripped)
            return "json"
        except (ValueError, RecursionError):
            pass
    if re.match(r"(?i)(select|with|insert|update|delete)\s", stripped):
        return "sql"
    if re.search(r"(?m)^\s*(def|class|import|from|return)\s|^\s*print\(|;\s*$", stripped):
        return "code"
    if re.fullmatch(r"\(?[A-Ha-h]\)?", stripped):
        return "choice"
    return "text"


def normal_form(text: str) -> str:
    """A text without case, spacing, punctuation at its ends and Unicode variants."""
    plain = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(plain.split()).strip(" .,;:!?()[]{}\"'`*$")


def words_of(text: str) -> set[str]:
    """The words and numbers of a text in lower case."""
    return set(re.findall(r"\w+", unicodedata.normalize("NFKC", text).casefold()))


def may_be_equal(left: str, right: str) -> bool:
    """Whether a lenient scorer could take two answers for the same one."""
    first, second = normal_form(left), normal_form(right)
    if first == second:
        return True
    for group in (YES, NO):
        words = group | ({"1", "1.0"} if group is YES else {"0", "0.0"})
        if first in words and second in words:
            return True
    a, b = read_fraction(left), read_fraction(right)
    if a is not None and b is not None:
        return abs(a - b) <= max(_CLOSE * max(abs(a), abs(b)), Fraction(1, 100))
    if a is None and b is None and left.strip()[:1] in ("{", "["):
        try:
            return bool(json.loads(left) == json.loads(right))
        except (ValueError, RecursionError):
            return False
    return False
