"""Contract: what is left of something is never less than nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import observation_schema
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import filled, slots_of, templates
from hallmark_rl.sdk.common.schema_refs import resolve

_NAME = re.compile(
    r"(^|_)(left|remaining|remain|lives|hearts|hp|hit_points|health|stamina|fuel|battery|oxygen)$",
    re.I,
)
_DESCRIBED = re.compile(
    r"\b(is|are|was|were|still|has|have) left\b|\bleft (of|in|over|until|before|to \w+)\b"
    r"|\bleft\W*$|\bremain(s|ing)?\b",
    re.I,
)
_BELOW = re.compile(r"\b(negative|below (zero|0)|minus|debt|overdra\w+|owed?|-\d+)\b", re.I)
_REPEATED, _ACTIONS, _SEEDS = 40, 12, 6


@check("contract.remaining_amounts")
def remaining_amounts(context: CheckContext) -> None:
    """Play at random, solve, and repeat actions; read the numbers that say what is left."""
    names = names_of_amounts_left(context)
    if not names:
        raise NotApplicable("no number of the observation says how much is left")
    for episode in context.until_budget(_episodes(context, names), least=8):
        responses = context.play(episode)
        for steps, response in enumerate(responses):
            for name in names:
                value = (response.data or {}).get(name)
                # the last step may cost more than there is, and end the episode
                if isinstance(value, int | float) and value < -1e-9 and not response.done:
                    if steps == 0:
                        return  # a number that begins below zero says something else
                    shown = Episode(episode.calls[: steps + 1], "more than there is")
                    raise PropertyViolated(
                        f"{name}, which says how much is left, is {value:g} after {steps} steps",
                        shown,
                    )


def names_of_amounts_left(context: CheckContext) -> list[str]:
    """The numbers of the observation whose name or description says that they are left."""
    schema = observation_schema(context)
    names = []
    for name, inner in schema.get("properties", {}).items():
        entry = {**inner, **resolve(schema, inner)}
        text = str(entry.get("description", ""))
        is_number = entry.get("type") in ("integer", "number")
        if (
            is_number
            and not _BELOW.search(text)
            and (_NAME.search(name) or _DESCRIBED.search(text))
        ):
            names.append(name)
    return names


def _episodes(context: CheckContext, names: list[str]) -> Iterator[Episode]:
    """Random episodes, solutions, and one action again and again: also with all that is left."""
    for seed in context.seeds[:_SEEDS]:
        yield context.random_episode(seed, _REPEATED)
    for solution in context.survey.solutions[:2]:
        yield solution.episode("solution")
    for number, action in enumerate(context.pool[:_ACTIONS]):
        seed = context.seeds[number % len(context.seeds)]
        yield Episode.of(seed, [action] * _REPEATED, "repetition")
    for seed in context.seeds[:_SEEDS]:
        shown = context.play(Episode.of(seed, [], "opening"))[0].data or {}
        for action in templates(context.source, context.pool)[:_ACTIONS]:
            for slot in slots_of(context.source, action):
                for name in names if slot.kinds & {"integer", "number"} else ():
                    everything = filled(action, slot, shown.get(name))
                    if context.source.valid(everything):
                        yield Episode.of(seed, [everything] * _REPEATED, "all that is left")
