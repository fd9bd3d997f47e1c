"""How long a text of an answer may be, as texts and fields of a task say it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from hallmark_rl.conformance.actions.written_texts import sentences
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.task_texts import first_message
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.survey.survey_data import Rollout

_LIMIT = re.compile(
    r"\b(?:at most|no more than|not more than|no longer than|not exceed|up to|maximum of|within"
    r"|exactly|max\.?)"
    r"\s+(\d{1,4})\s+(words|characters|letters|lines|sentences)\b",
    re.I,
)
_FIELD = re.compile(
    r"(?:^|[._])(?:max(?:imum)?_(words|characters|chars|lines|sentences)"
    r"|(word|character|char|line|sentence)_limit)$"
)
COUNTS: dict[str, Callable[[str], int]] = {
    "words": lambda text: len(text.split()),
    "characters": len,
    "letters": lambda text: sum(map(str.isalpha, text)),
    "lines": lambda text: len(text.splitlines()),
    "sentences": lambda text: len(re.findall(r"[^.!?]+[.!?]", text)),
}
FILLERS = {
    "words": (" indeed", "\nindeed", "\tindeed"),
    "characters": (" indeed",),
    "letters": (" indeed",),
    "lines": ("\nIndeed.",),
    "sentences": (" Indeed.",),
}
"""What is added again and again; words with each kind of white space before them."""


def stated_limits(texts: list[str]) -> dict[str, int]:
    """The limits that sentences state, by unit; a unit with several limits is left out."""
    found: dict[str, set[int]] = {}
    for text in texts:
        for number, unit in _LIMIT.findall(text):
            found.setdefault(unit.lower(), set()).add(int(number))
    return {unit: numbers.pop() for unit, numbers in found.items() if len(numbers) == 1}


def limits_of_task(context: CheckContext, solution: Rollout) -> dict[str, int]:
    """The limits that the first message of a task states in texts and fields."""
    message = first_message(context, solution)
    parts: list[tuple[str, Any]] = list(subtrees(message))
    texts = [text for _, text in parts if isinstance(text, str)]
    limits = stated_limits([part for text in texts for part in sentences(text)])
    for path, value in parts:
        match = _FIELD.search(path)
        if match and isinstance(value, int) and not isinstance(value, bool):
            unit = (match[1] or f"{match[2]}s").replace("chars", "characters")
            limits[unit] = value
    return limits
