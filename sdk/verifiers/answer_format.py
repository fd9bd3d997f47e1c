"""The form of a text answer.

Pays for: an answer that can be read without guessing: exactly one, in its place, not empty.
Cannot see: whether it is right. Give form a small weight or none: `<guess></guess>` is not an
answer, and a form that pays by itself will be all that is learned.
"""

from __future__ import annotations

import re

from hallmark_rl.sdk.verifiers.verdict import Verdict, yes_or

_ENDS = ("<", "</")
_BLOCK = re.compile(r"^```(\w*)[ \t]*\n(.*?)^```[ \t]*$", re.DOTALL | re.MULTILINE)


def matches(text: str, pattern: str) -> Verdict:
    """The whole text has the form of a regular expression."""
    found = re.fullmatch(pattern, text, re.DOTALL)
    return yes_or("" if found else f"the text is not of the form {pattern}")


def one_tag(text: str, tag: str) -> tuple[Verdict, str]:
    """Exactly one `<tag>...</tag>` that is not empty, and what is in it."""
    before, opened, rest = text.partition(f"<{tag}>")
    inside, closed, after = rest.partition(f"</{tag}>")
    if not (opened and closed) or any(f"{end}{tag}>" in before + inside + after for end in _ENDS):
        return Verdict(0.0, f"expected <{tag}> and </{tag}> exactly once"), ""
    return _only([inside.strip()], f"<{tag}>")


def one_block(text: str, language: str = "python") -> tuple[Verdict, str]:
    """Exactly one fenced block in `language` (or unnamed) that is not empty, and what is in it."""
    found = [body for name, body in _BLOCK.findall(text) if name.lower() in ("", language)]
    return _only(found, "fenced block")


def _only(found: list[str], what: str) -> tuple[Verdict, str]:
    if len(found) != 1:
        return Verdict(0.0, f"expected one {what}, found {len(found)}"), ""
    if not found[0].strip():
        return Verdict(0.0, f"the {what} is empty"), ""
    return Verdict(1.0), found[0]
