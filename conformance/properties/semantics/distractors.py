"""Semantics: wrong values that the task shows in the answer's form are not accepted."""

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

_MOST_TEXTS = 8
"""Number of texts of one kind that are tried on a seed."""
_FEWEST_SEEDS = 3
"""Seeds that must accept a value of one kind: on one or two it may happen to be right."""
_LARGEST_SHARE = 0.5
"""Share of the values of one kind that may score like the answer: of two values, one may be it."""
_SENTENCE_WORDS = 5
"""Number of words from which on a text is tried as a whole."""


@check("semantic.distractors")
def beside(context: CheckContext) -> None:
    """Answer with values that the observations of the solution, or one step off it, show."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    tried: dict[str, list[bool]] = {}
    accepted: dict[str, list[Rollout]] = {}
    for solution in context.until_budget(context.solutions, least=4):
        for kind, field, value in _distractors(context, solution):
            changed = {**solution.actions[-1], field: value}
            if not context.source.valid(changed):
                continue
            rollout = play(context, [*solution.actions[:-1], changed], solution.seed)
            enough = solution.total - oracle_margin(context)
            is_accepted = not rollout.error and rollout.total >= enough
            tried.setdefault(kind, []).append(is_accepted)
            if is_accepted:
                accepted.setdefault(kind, []).append(rollout)
    if not tried:
        raise NotApplicable("no value in the observations has the form of the answer")
    for kind, rollouts in accepted.items():
        seeds, count = {rollout.seed for rollout in rollouts}, len(tried[kind])
        if len(seeds) >= _FEWEST_SEEDS and len(rollouts) >= _LARGEST_SHARE * count:
            text = f"{len(rollouts)} of {count} other values of {kind} score like the answer"
            raise PropertyViolated(text, rollouts[0].episode("another shown value"))


def _distractors(context: CheckContext, solution: Rollout) -> Iterator[tuple[str, str, Any]]:
    """Every (path in the observation, field of the action, value) to try in the answer's place."""
    field = _answer_field(context, solution)
    if field is not None:
        for kind, values in _values_in_answer_form(
            context, solution, solution.actions[-1][field]
        ).items():
            yield from ((kind, field, value) for value in values[:_MOST_TEXTS])
    for field in context.source.text_fields():
        answer = solution.actions[-1].get(field)
        if isinstance(answer, str) and field_affects_reward(context, solution, field):
            for path, text in _whole_texts(context, solution):
                if answer.strip().lower() != text.strip().lower():
                    yield f"the whole {path}, copied", field, text


def _whole_texts(context: CheckContext, solution: Rollout) -> list[tuple[str, str]]:
    """Long texts of the first observation, each with its path."""
    driver = context.new_driver()
    message = driver.reset(**({} if solution.seed is None else {"seed": solution.seed})).data or {}
    driver.close()
    texts = [
        (path, text) for path, text in subtrees(_shown_to_agent(message)) if isinstance(text, str)
    ]
    return [(path, text) for path, text in texts if len(text.split()) >= _SENTENCE_WORDS][
        :_MOST_TEXTS
    ]


def _answer_field(context: CheckContext, solution: Rollout) -> str | None:
    """The field of the last action that holds the answer, a short text or a number; or None."""
    text_field = short_text_field(context, solution)
    if text_field is not None or not is_one_shot_answer(context):
        return text_field
    number_fields = (
        name
        for name, value in solution.actions[-1].items()
        if isinstance(value, int | float) and not isinstance(value, bool)
    )
    return next(
        (name for name in number_fields if field_affects_reward(context, solution, name)), None
    )


def _values_in_answer_form(
    context: CheckContext, solution: Rollout, answer: Any
) -> dict[str, list[Any]]:
    """Shown values that have the answer's form and do not occur in the solution, by path."""
    used = {_normalised(value) for action in solution.actions for _, value in subtrees(action)}
    values: dict[str, list[Any]] = {}
    for prefix, message in _messages_on_the_way(context, solution):
        for path, value in subtrees(message):
            kind = prefix + re.sub(r"\[\d+\]", "[]", path)
            for text in _texts_in(value):
                converted = _in_answer_form(answer, text)
                same_kind = values.setdefault(kind, [])
                if (
                    converted is not None
                    and _normalised(converted) not in used
                    and converted not in same_kind
                ):
                    same_kind.append(converted)
    return values


def _messages_on_the_way(
    context: CheckContext, solution: Rollout
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The messages of the solution, and those after a step with another listed item.

    Each has a prefix for the paths in it.
    """
    driver = context.new_driver()
    message = driver.reset(**({} if solution.seed is None else {"seed": solution.seed})).data or {}
    for index, action in enumerate(solution.actions):
        yield "", _shown_to_agent(message)
        for other in _side_actions(message, action):
            side_driver = context.new_driver()
            side_driver.reset(**({} if solution.seed is None else {"seed": solution.seed}))
            for step in [*solution.actions[:index], other]:
                response = side_driver.step(step)
            if response.data is not None and not response.done:
                yield "a step off the way: ", _shown_to_agent(response.data)
            side_driver.close()
        if index < len(solution.actions) - 1:
            message = driver.step(action).data or {}
    driver.close()


def _shown_to_agent(message: dict[str, Any]) -> dict[str, Any]:
    """The message without metadata, reward and done."""
    return {
        key: value for key, value in message.items() if key not in ("metadata", "reward", "done")
    }


def _side_actions(message: dict[str, Any], action: Action) -> list[Action]:
    """The action with other items of the shown list from which its value was chosen."""
    lists = [value for _, value in subtrees(_shown_to_agent(message)) if isinstance(value, list)]
    return [
        {**action, name: item}
        for name, value in action.items()
        for items in lists
        if isinstance(value, str | int) and value in items
        for item in items[:_MOST_TEXTS]
        if type(item) is type(value) and item != value
    ]


def _texts_in(value: Any) -> list[str]:
    """The value as text and, if it is a text, its first 80 words."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        return [str(value)]
    if not isinstance(value, str):
        return []
    return [value, *re.findall(r"[\w'-]+(?:\.\w+)*", value)[:80]]


def _in_answer_form(answer: Any, text: str) -> Any:
    """The text as a value of the answer's type and form; None if it has another form."""
    if isinstance(answer, str):
        return text if _text_form(text) == _text_form(answer) else None
    try:
        return type(answer)(text)
    except ValueError:
        return None


def _text_form(text: str) -> str:
    """The text with every number replaced by 9 and every word by a."""
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "9", text.strip()))


def _normalised(value: Any) -> str:
    """The value as text, in one form for equal numbers and for upper and lower case."""
    try:
        return str(float(value))
    except (TypeError, ValueError):
        return str(value).strip().lower()
