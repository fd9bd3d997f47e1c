"""Semantics: what stands beside the answer, and looks like it, is not the answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_margin, play
from hallmark_rl.conformance.checking.probes.near_misses import (
    field_affects_reward,
    is_one_shot_answer,
    short_text_field,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_MOST = 8
"""How many texts of one kind are tried on a seed."""
_SENTENCE = 5
"""From how many words on a text is copied as a whole."""


@check("semantic.beside")
def beside(context: CheckContext) -> None:
    """Answer with what the same task shows, on the way to the answer and a step off it."""
    tried: dict[str, list[bool]] = {}
    paid: dict[str, list[Rollout]] = {}
    for one in context.until_budget(context.solutions, least=4):
        for kind, field, value in _offers(context, one):
            changed = {**one.actions[-1], field: value}
            if not context.source.valid(changed):
                continue
            played = play(context, [*one.actions[:-1], changed], one.seed)
            passed = not played.error and played.total >= one.total - oracle_margin(context)
            tried.setdefault(kind, []).append(passed)
            if passed:
                paid.setdefault(kind, []).append(played)
    if not tried:
        raise NotApplicable("nothing that is shown looks like the answer")
    for kind, plays in paid.items():
        if len({one.seed for one in plays}) >= 3 and len(plays) >= 0.5 * len(tried[kind]):
            seen = f"{len(plays)} of {len(tried[kind])} others from {kind} score like the answer"
            raise PropertyViolated(seen, plays[0].episode("what stands beside the answer"))


def _offers(context: CheckContext, one: Rollout) -> Iterator[tuple[str, str, Any]]:
    """What may be put into a field in the answer's place, and where it stands."""
    field = _field(context, one)
    if field is not None:
        for kind, found in _texts(context, one, one.actions[-1][field]).items():
            yield from ((kind, field, value) for value in found[:_MOST])
    for field in context.source.text_fields():
        answer = one.actions[-1].get(field)
        if isinstance(answer, str) and field_affects_reward(context, one, field):
            for path, text in _long_texts(context, one):
                if answer.strip().lower() != text.strip().lower():
                    yield f"the whole {path}, copied", field, text


def _long_texts(context: CheckContext, one: Rollout) -> list[tuple[str, str]]:
    """The texts of the opening: who copies them has not thought."""
    driver = context.new_driver()
    message = driver.reset(**({} if one.seed is None else {"seed": one.seed})).data or {}
    driver.close()
    found = [(path, text) for path, text in subtrees(_read(message)) if isinstance(text, str)]
    return [(path, text) for path, text in found if len(text.split()) >= _SENTENCE][:_MOST]


def _field(context: CheckContext, one: Rollout) -> str | None:
    """The field of the last action that holds the answer: a short text, or a number."""
    found = short_text_field(context, one)
    if found is not None or not is_one_shot_answer(context):
        return found
    numbers = (
        name
        for name, value in one.actions[-1].items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    )
    return next((name for name in numbers if field_affects_reward(context, one, name)), None)


def _texts(context: CheckContext, one: Rollout, answer: Any) -> dict[str, list[Any]]:
    """What is shown in the form of the answer and is not it, by where it stands."""
    said = {_plain(value) for action in one.actions for _, value in subtrees(action)}
    found: dict[str, list[Any]] = {}
    for where, message in _messages(context, one):
        for path, value in subtrees(message):
            kind = where + re.sub(r"\[\d+\]", "[]", path)
            for text in _parts(value):
                made = _as(answer, text)
                known = found.setdefault(kind, [])
                if made is not None and _plain(made) not in said and made not in known:
                    known.append(made)
    return found


def _messages(context: CheckContext, one: Rollout) -> Iterator[tuple[str, dict[str, Any]]]:
    """What is read on the way, and where another listed item is chosen in one of the steps."""
    driver = context.new_driver()
    message = driver.reset(**({} if one.seed is None else {"seed": one.seed})).data or {}
    for place, action in enumerate(one.actions):
        yield "", _read(message)
        for other in _turnings(message, action):
            beside = context.new_driver()
            beside.reset(**({} if one.seed is None else {"seed": one.seed}))
            for step in [*one.actions[:place], other]:
                seen = beside.step(step)
            if seen.data is not None and not seen.done:
                yield "a step off the way: ", _read(seen.data)
            beside.close()
        if place < len(one.actions) - 1:
            message = driver.step(action).data or {}
    driver.close()


def _read(message: dict[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in message.items() if k not in ("metadata", "reward", "done")}


def _turnings(message: dict[str, Any], action: Action) -> list[Action]:
    """The action with another item of a list that holds what it names."""
    lists = [value for _, value in subtrees(_read(message)) if isinstance(value, list)]
    return [
        {**action, name: item}
        for name, value in action.items()
        for items in lists
        if isinstance(value, str | int) and value in items
        for item in items[:_MOST]
        if type(item) is type(value) and item != value
    ]


def _parts(value: Any) -> list[str]:
    """A number or short text as such, and the words of a text."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return [str(value)]
    if not isinstance(value, str):
        return []
    return [value, *re.findall(r"[\w'-]+(?:\.\w+)*", value)[:80]]


def _as(answer: Any, text: str) -> Any:
    """A text as a value of the answer's form; None if it has another."""
    if isinstance(answer, str):
        return text if _form(text) == _form(answer) else None
    try:
        return type(answer)(text)
    except ValueError:
        return None


def _form(text: str) -> str:
    """A text with every number as 9 and every word as a."""
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "9", text.strip()))


def _plain(value: Any) -> str:
    try:
        return str(float(value))
    except (TypeError, ValueError):
        return str(value).strip().lower()
