"""What a draft has to fulfil."""

from __future__ import annotations

import re


def words_of(text: str) -> list[str]:
    """The words and numbers of a text, in lower case."""
    return re.findall(r"[a-z0-9]+", text.lower())


def states(draft: str, value: str) -> bool:
    """Whether the words of a value follow one another in the draft."""
    words, wanted = words_of(draft), words_of(value)
    return any(words[at : at + len(wanted)] == wanted for at in range(len(words) - len(wanted) + 1))


def length_of(draft: str) -> int:
    """The number of words of a draft."""
    return len(words_of(draft))


def word_limit(questions: int) -> int:
    """How many words a reply to so many questions may have."""
    return 12 + 6 * questions


def problems(draft: str, name: str, values: list[str]) -> list[str]:
    """Everything that is wrong with a draft; empty if it is good."""
    found = []
    salutation = words_of(f"Dear {name}")
    if words_of(draft)[: len(salutation)] != salutation:
        found.append("the salutation is missing")
    if length_of(draft) > word_limit(len(values)):
        found.append("too long")
    missing = sum(not states(draft, value) for value in values)
    if missing:
        found.append(f"{missing} answers are missing")
    return found
