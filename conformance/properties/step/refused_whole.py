"""Step: an action that is refused as a whole is not carried out in part.

Where a text promises it, an accepted action with several parts gets one more part that is refused.
What the valid parts change must then stay as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent, task_sentences
from hallmark_rl.conformance.client.refusals import refusal
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import texts_in
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.likely_values import changes_something

_SEEDS, _STEPS = 8, 6
_FEWEST = 3
"""Seeds on which a refused action must change something."""
_WHOLE = re.compile(
    r"\b(refused|rejected|declined|invalid|void) as a whole\b"
    r"|\bas a whole (is|are) (refused|rejected)\b|\ball[- ]or[- ](nothing|none)\b"
    r"|\bnothing (of it |in it )?(is|gets) (carried out|done|executed)\b"
    r"|\bnone of (it|them|its \w+) (is|are) (carried out|done|executed|applied)\b"
    r"|\bthe whole (\w+ )?(is|are) (refused|rejected)\b",
    re.I,
)
_UNKNOWN, _TOO_MUCH = "qzx", 10**6


@check("step.refused_whole")
def refused_whole(context: CheckContext) -> None:
    """Add a part that is refused to accepted actions of several parts."""
    context.require_deterministic()
    text = next(filter(_WHOLE.search, task_sentences(context)), "")
    if not text:
        raise NotApplicable("no text says that an action is refused as a whole")
    tried = 0
    found: list[Episode] = []
    for before, action, seed in context.until_budget(_accepted(context), least=6):
        for mixed, alone in _with_a_wrong_part(action):
            if not (context.source.valid(mixed) and context.source.valid(alone)):
                continue
            said = _refusal(context, before, alone, seed)
            episode = Episode.of(seed, [*before, mixed], "an action that is refused in part")
            trace = context.play(episode)
            if not said or len(trace) < len(before) + 2 or not said & _texts(trace[-1]):
                continue
            tried += 1
            if changes_something(trace[-2], trace[-1]):
                found.append(episode)
                break
        if len({episode.seed for episode in found}) >= _FEWEST:
            raise PropertyViolated(
                f"on {_FEWEST} seeds an action that is refused is carried out in part, though a "
                f"text says {text[:160]!r}",
                found[0],
            )
    if not tried:
        raise NotApplicable("no accepted action has parts to which one can be added")


def _accepted(context: CheckContext) -> Iterator[tuple[list[Action], Action, int | None]]:
    """Actions that change something, with those before them and the seed, of each seed in turn."""
    episodes = [solution.episode("solution") for solution in context.survey.solutions[:_SEEDS]]
    episodes += [context.random_episode(seed, _STEPS, "random") for seed in context.seeds[:_SEEDS]]
    for episode in episodes:
        trace = context.play(episode)
        for place, action in enumerate(episode.actions[:_STEPS]):
            if place + 1 < len(trace) and changes_something(trace[place], trace[place + 1]):
                yield episode.actions[:place], action, episode.seed


def _refusal(
    context: CheckContext, before: list[Action], wrong: Action, seed: int | None
) -> set[str]:
    """The new texts with which an action is refused; empty if it is not, or changes something."""
    trace = context.play(Episode.of(seed, [*before, wrong], "an action that is refused"))
    if len(trace) < len(before) + 2 or trace[-1].data is None:
        return set()
    first, last, response = trace[0], trace[-2], trace[-1]
    if not refusal(first, last, response, wrong) or changes_something(last, response):
        return set()
    return _texts(response) - _texts(last)


def _texts(response: Response) -> set[str]:
    return set(texts_in(shown_to_agent(response.data or {})))


def _with_a_wrong_part(action: Action) -> Iterator[tuple[Action, Action]]:
    """The action with an unknown name, or far too much of something, as the last of its parts.

    With each the action that has nothing but this part.
    """
    none = {
        name: type(value)() if isinstance(value, dict | list) else value
        for name, value in action.items()
    }
    for field, value in action.items():
        if field == "metadata":
            continue
        if isinstance(value, dict) and value:
            last = list(value)[-1]
            wrong = {_UNKNOWN: value[last]}
            yield {**action, field: {**value, **wrong}}, {**none, field: wrong}
            if isinstance(value[last], int | float) and len(value) > 1:
                wrong = {last: _TOO_MUCH}
                yield {**action, field: {**value, **wrong}}, {**none, field: wrong}
        elif isinstance(value, list) and value:
            item = _wrong(value[-1])
            yield {**action, field: [*value, item]}, {**none, field: [item]}
        elif isinstance(value, str):
            for sign in ("\n", ";", ","):
                if sign in value.strip():
                    yield (
                        {**action, field: f"{value}{sign} {_UNKNOWN}"},
                        {**none, field: _UNKNOWN},
                    )


def _wrong(item: Any) -> Any:
    """An item like the given one that means nothing: unknown names, far too large numbers."""
    if isinstance(item, dict):
        return {key: _wrong(inner) for key, inner in item.items()}
    if isinstance(item, str):
        return _UNKNOWN
    return _TOO_MUCH if type(item) in (int, float) else item
