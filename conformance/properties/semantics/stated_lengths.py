"""Semantics: a text that is longer than the task allows is not paid like the solution."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from hallmark_rl.conformance.actions.written_texts import sentences
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import (
    first_message,
    task_sentences,
)
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH = 12
_FEWEST = 4
"""Tasks on which a text that is too long must be paid."""
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
_COUNT: dict[str, Callable[[str], int]] = {
    "words": lambda text: len(text.split()),
    "characters": len,
    "letters": lambda text: sum(map(str.isalpha, text)),
    "lines": lambda text: len(text.splitlines()),
    "sentences": lambda text: len(re.findall(r"[^.!?]+[.!?]", text)),
}
_FILLERS = {
    "words": (" indeed", "\nindeed", "\tindeed"),
    "characters": (" indeed",),
    "letters": (" indeed",),
    "lines": ("\nIndeed.",),
    "sentences": (" Indeed.",),
}
"""What is added again and again; words with each kind of white space before them."""


@check("semantic.stated_lengths")
def stated_lengths(context: CheckContext) -> None:
    """Lengthen right texts until they exceed a stated limit."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    general = _limits(task_sentences(context, solutions[0]))
    paid: dict[tuple[str, str], list[Episode]] = {}
    tried = 0
    for solution in context.until_budget(solutions, least=2 * _FEWEST):
        for unit, most in {**general, **_limits_of_task(context, solution)}.items():
            for name, value in solution.actions[-1].items():
                is_text = isinstance(value, str) and name not in ("metadata", "type")
                if not is_text or len(value.split()) < 2 or _COUNT[unit](value) > most:
                    continue
                tried += 1
                episode = _paid_longer(context, solution, name, unit, most)
                paid.setdefault((name, unit), []).extend([episode] if episode else [])
                if len(paid[name, unit]) >= _FEWEST:
                    raise PropertyViolated(
                        f"a text of more than {most} {unit} in {name!r} is paid like the solution "
                        f"on {_FEWEST} tasks, though the texts allow {most}",
                        paid[name, unit][0],
                    )
    if not tried:
        raise NotApplicable("no text says how long a text of the answer may be")


def _limits(texts: list[str]) -> dict[str, int]:
    """The limits that sentences state, by unit; a unit with several limits is left out."""
    found: dict[str, set[int]] = {}
    for text in texts:
        for number, unit in _LIMIT.findall(text):
            found.setdefault(unit.lower(), set()).add(int(number))
    return {unit: numbers.pop() for unit, numbers in found.items() if len(numbers) == 1}


def _limits_of_task(context: CheckContext, solution: Rollout) -> dict[str, int]:
    """The limits that the first message of a task states in texts and fields."""
    message = first_message(context, solution)
    parts: list[tuple[str, Any]] = list(subtrees(message))
    texts = [text for _, text in parts if isinstance(text, str)]
    limits = _limits([part for text in texts for part in sentences(text)])
    for path, value in parts:
        match = _FIELD.search(path)
        if match and isinstance(value, int) and not isinstance(value, bool):
            unit = (match[1] or f"{match[2]}s").replace("chars", "characters")
            limits[unit] = value
    return limits


def _paid_longer(
    context: CheckContext, solution: Rollout, name: str, unit: str, most: int
) -> Episode | None:
    """The solution with a text that is too long, if it is valid and paid."""
    for filler in _FILLERS[unit]:
        text = str(solution.actions[-1][name]) + filler * (most + 3)
        actions = [*solution.actions[:-1], {**solution.actions[-1], name: text}]
        if found := paid_like(context, solution, actions, "a longer text"):
            return found
    return None
