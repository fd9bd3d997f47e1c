"""Check the format of a text answer: a pattern, one XML-like tag, or one fenced code block.

Rewards: an answer that can be extracted without ambiguity: exactly one, and not empty.
Cannot detect: whether the answer is right. Give format columns a small weight or none; a format
reward that can be had without a right answer is what the model learns first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hallmark_rl.sdk.verifiers.verdict import Verdict, verdict_unless

_ENDS = ("<", "</")
_FENCE = re.compile(r"```(\w*)[ \t]*")


def matches(text: str, pattern: str) -> Verdict:
    """Check the whole text against a regular expression.

    Args:
        text: the answer.
        pattern: the regular expression; `.` matches newlines.

    Returns:
        A verdict of 1 or 0.

    Raises:
        re.error: `pattern` is not a regular expression.
    """
    matched = re.fullmatch(pattern, text, re.DOTALL) is not None
    return verdict_unless("" if matched else f"the text does not match {pattern}")


def one_tag(text: str, tag: str) -> tuple[Verdict, str]:
    """Pass if the text contains exactly one `<tag>...</tag>` that is not empty.

    Returns:
        The verdict, and the content of the tag without surrounding blanks ("" on failure).
    """
    before, opened, rest = text.partition(f"<{tag}>")
    inside, closed, after = rest.partition(f"</{tag}>")
    if not (opened and closed) or any(f"{end}{tag}>" in before + inside + after for end in _ENDS):
        return Verdict(0.0, f"expected <{tag}> and </{tag}> exactly once"), ""
    return _single([inside.strip()], f"<{tag}>")


def one_block(text: str, language: str = "python") -> tuple[Verdict, str]:
    """Pass if the text contains exactly one fenced code block that is not empty.

    Only blocks marked with `language`, or with no language, count.

    Returns:
        The verdict, and the content of the block ("" on failure).
    """
    blocks = [body for name, body in _blocks(text) if name.lower() in ("", language)]
    return _single(blocks, "fenced block")


def _blocks(text: str) -> Iterator[tuple[str, str]]:
    """The language and the content of each fenced block, in time linear in the text."""
    language: str | None = None
    lines: list[str] = []
    for line in text.split("\n"):
        fence = _FENCE.fullmatch(line)
        if language is None:
            if fence:
                language, lines = fence[1], []
        elif fence and not fence[1]:
            yield language, "".join(f"{line}\n" for line in lines)
            language = None
        else:
            lines.append(line)


def _single(contents: list[str], what: str) -> tuple[Verdict, str]:
    if len(contents) != 1:
        return Verdict(0.0, f"expected one {what}, found {len(contents)}"), ""
    if not contents[0].strip():
        return Verdict(0.0, f"the {what} is empty"), ""
    return Verdict(1.0), contents[0]
