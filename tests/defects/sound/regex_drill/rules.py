"""Rules of the drill: parts, in words, as a pattern, and as random strings."""

from __future__ import annotations

import string
from random import Random
from typing import NamedTuple

from .matcher import fullmatch

KINDS = {
    "digit": ("[0-9]", string.digits),
    "lower-case letter": ("[a-z]", string.ascii_lowercase),
    "upper-case letter": ("[A-Z]", string.ascii_uppercase),
    "vowel": ("[aeiou]", "aeiou"),
}
MARKS = {"a hyphen": "-", "a colon": ":", "a slash": "/", "an underscore": "_"}


class Part(NamedTuple):
    """`low` to `high` characters of a kind, or a mark; perhaps optional."""

    kind: str
    low: int = 1
    high: int = 1
    optional: bool = False


Rule = tuple[Part, ...]


def draw_rule(rng: Random, level: int) -> Rule:
    """Runs of characters, with a mark between two of them."""
    runs = rng.randint(2, 3) if level == 2 else rng.randint(1, 2)
    parts: list[Part] = []
    for number in range(runs):
        if number:
            parts.append(Part(rng.choice(list(MARKS))))
        low = rng.randint(2, 4)
        optional = level == 2 and number == runs - 1
        parts.append(Part(rng.choice(list(KINDS)), low, low + rng.randint(1, 3), optional))
    if runs == 1:
        parts.append(Part(rng.choice(list(MARKS))))
    return tuple(parts)


def in_words(rule: Rule) -> str:
    """The rule for the agent."""
    words = []
    for part in rule:
        text = part.kind
        if part.kind in KINDS:
            text = f"{part.low} to {part.high} {part.kind}s"
        words.append(f"optionally {text}" if part.optional else text)
    return "; then ".join(words)


def as_pattern(rule: Rule) -> str:
    """A pattern for the rule."""
    pieces = []
    for part in rule:
        if part.kind in MARKS:
            pieces.append(MARKS[part.kind])
        else:
            piece = f"{KINDS[part.kind][0]}{{{part.low},{part.high}}}"
            pieces.append(f"({piece})?" if part.optional else piece)
    return "".join(pieces)


def _member(rng: Random, rule: Rule) -> str:
    text = ""
    for part in rule:
        if part.kind in MARKS:
            text += MARKS[part.kind]
        elif not part.optional or rng.random() < 0.6:
            text += "".join(rng.choices(KINDS[part.kind][1], k=rng.randint(part.low, part.high)))
    return text


def _changed(rng: Random, text: str) -> str:
    """A near miss, perhaps: one to three characters added, dropped or replaced."""
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(text) + 1)
        new = rng.choice(["", rng.choice("aezQR59-:/_"), text[at : at + 1] * 3])
        text = text[:at] + new + text[at + 1 :]
    return text


def draw_cases(rng: Random, rule: Rule, each: int, without: set[str]) -> dict[str, bool]:
    """`each` strings that match, and as many that do not; none of those in `without`."""
    pattern = as_pattern(rule)
    cases: dict[str, bool] = {}
    while sum(cases.values()) < each:
        text = _member(rng, rule)
        if text not in without:
            cases[text] = True
    while len(cases) < 2 * each:
        text = _changed(rng, _member(rng, rule))
        if text and text not in without and not fullmatch(pattern, text):
            cases[text] = False
    return cases
