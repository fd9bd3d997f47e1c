"""Secrecy: the reply to a wrong text does not hold the right one letter by letter."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent, task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_SEEDS, _FEWEST = 8, 3
_SHORTEST, _LONGEST = 4, 200
_LETTERS, _DIGITS = "QXZJVKWYUBFGPHCDMLNSTRIOAE", "7986543210"
_ALONE = re.compile(r"(?<![A-Za-z0-9])[A-Za-z0-9](?![A-Za-z0-9])")
"""A letter or a digit between others signs."""
_LATER = 0.1
"""Share of what a solution earns that the right text must still earn after the wrong one."""
_TOLD = re.compile(
    r"\b(?:right|correct|true) (?:letters?|characters?|answers?|words?|texts?|solutions?) "
    r"(?:is|are) (?:then )?(?:shown|told|given|revealed)\b"
    r"|\b(?:shows?|tells?|reveals?|gives?) the (?:right|correct|true) \w+|\bcorrections?\b"
    r"|\bexpected (?:letters?|characters?|words?|texts?|answers?)\b",
    re.I,
)
_NOT = re.compile(r"\b(?:not|never|no)\b", re.I)


@check("secrecy.corrected_answers")
def corrected_answers(context: CheckContext) -> None:
    """Send a text of one letter, as long as the right one, and read the letters of the reply."""
    told = (s for s in task_sentences(context) if _TOLD.search(s) and not _NOT.search(s))
    if said := next(told, ""):
        raise NotApplicable(f"a text says that the right answer is told: {said[:120]!r}")
    solutions = [s for s in [*context.solutions, *more_solutions(context, _SEEDS)] if s.done]
    tried, telling = 0, []
    for solution in context.until_budget(solutions[:_SEEDS], least=_FEWEST):
        *start, last = solution.actions
        for field, wrong in _wrong_texts(context, last):
            trace = context.play(Episode.of(solution.seed, [*start, wrong], "a wrong text"))
            reply = trace[-1]
            if reply.data is None or reply.done or reply.numeric_reward > 0:
                continue
            tried += 1
            before = shown_to_agent(trace[-2].data or {})
            letters = _new_letters(before, shown_to_agent(reply.data), _filler(last[field]))
            if not _are_in_order(last[field], letters):
                continue
            later = play(context, [*start, wrong, last], solution.seed)
            if later.total > context.floor + _LATER * (solution.total - context.floor):
                telling.append((solution.seed, [*start, wrong], field, last[field]))
    if len(telling) >= max(_FEWEST, tried) and len({text for *_, text in telling}) > 1:
        seed, actions, field, text = telling[0]
        raise PropertyViolated(
            f"on all {tried} seeds, the reply to a wrong {field!r} of the right length holds the "
            f"letters of the right one in their order, such as {text!r}; sent after that, it pays",
            Episode.of(seed, actions, "a wrong text"),
        )
    if not tried:
        raise NotApplicable("no wrong text of the right length leaves another try")


def _wrong_texts(context: CheckContext, last: Action) -> Iterator[tuple[str, Action]]:
    """The last action with each of its texts replaced by one letter, as often as is needed."""
    for field, value in last.items():
        if field in ("metadata", "type") or not isinstance(value, str):
            continue
        if not _SHORTEST <= len(value) <= _LONGEST or len(set(_signs(value))) < _FEWEST:
            continue
        letter, digit = _filler(value)
        text = re.sub(r"\d", digit, re.sub(r"[A-Z]", letter.upper(), value))
        text = re.sub(r"[a-z]", letter.lower(), text)
        wrong = {**last, field: text}
        if context.source.valid(wrong):
            yield field, wrong


def _filler(text: str) -> tuple[str, str]:
    """A letter and a digit that a text does not have."""
    upper = text.upper()
    letter = next((each for each in _LETTERS if each not in upper), "Q")
    return letter, next((each for each in _DIGITS if each not in upper), "7")


def _signs(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]", text.lower())


def _new_letters(
    before: dict[str, Any], after: dict[str, Any], fillers: tuple[str, str]
) -> list[str]:
    """The single letters and digits of the values that a step has changed, without the fillers."""
    changed = {name: value for name, value in after.items() if before.get(name) != value}
    found = (letter.lower() for letter in _ALONE.findall(to_json(changed)))
    return [letter for letter in found if letter.upper() not in fillers]


def _are_in_order(text: str, letters: list[str]) -> bool:
    """Whether the letters and digits of a text are among others, in their order."""
    rest = iter(letters)
    return all(sign in rest for sign in _signs(text))
