"""Step: what an observation lists as legal is accepted."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import observation_schema
from hallmark_rl.conformance.client.refusals import refusal
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import filled, slots_of, templates

_LEGAL = re.compile(r"(^|_)(legal|valid|possible|allowed|available|playable|permitted)(_|$)", re.I)
_DESCRIBED = re.compile(
    r"\b(every|all|each)\b.{0,20}\b(moves?|jumps?|plays?|actions?|placements?|captures?|cards?)\b"
    r".{0,20}\b((you|the player|the agent|one) (can|may)|legal|possible|allowed|permitted)\b"
    r"|\b(legal|possible|allowed|permitted|valid|playable|available)\s(\w+\s)?"
    r"(moves?|jumps?|plays?|actions?|placements?|captures?|cards?)\b",
    re.I,
)
_SEEDS, _STEPS = 8, 16
_FEWEST_REFUSED = 2
"""Seeds on which a listed action must be refused."""
_MOST_ITEMS = 40


@check("step.listed_actions")
def listed_actions(context: CheckContext) -> None:
    """Play what is listed as legal, whichever item it is, until the end of an episode."""
    context.require_capability_absent("stochastic", "what is listed may depend on chance")
    schema = observation_schema(context)
    names = [
        name
        for name, inner in schema.get("properties", {}).items()
        if _LEGAL.search(name) or _DESCRIBED.search(str(inner.get("description", "")))
    ]
    if not names:
        raise NotApplicable("no field of the observation is named or described as what is legal")
    listed = changed = False
    for name in names:
        refused: list[tuple[Episode, str]] = []
        lists: set[str] = set()
        for seed in context.until_budget(context.seeds[:_SEEDS], least=4):
            form = _form(context, seed, name)
            if form is None:
                continue
            listed = True
            found = _walk(context, seed, name, form, lists)
            refused += [found] if found else []
        # the same list in every state names what there is, not what is legal
        changed |= len(lists) > _SEEDS
        if len(lists) > _SEEDS and len(refused) >= _FEWEST_REFUSED:
            episode, reason = refused[0]
            raise PropertyViolated(
                f"{episode.calls[-1].action} is listed in {name!r} and refused ({reason[:160]}); "
                f"so on {len(refused)} seeds",
                episode,
            )
    if not listed or not changed:
        raise NotApplicable("no list was found whose items are actions and which changes")


def _form(context: CheckContext, seed: int | None, name: str) -> Action | None:
    """An action and a place for an item, with which most items of the first list are accepted."""
    first = context.play(Episode.of(seed, [], "opening"))[0]
    items = _items(first, name)
    for base in [{}, *templates(context.source, context.pool)]:
        for form in _forms(context, base, items):
            accepted = 0
            for item in items[:_MOST_ITEMS]:
                action = _action(form, item)
                if not context.source.valid(action):
                    break
                after = context.play(Episode.of(seed, [action], "listed"))[-1]
                accepted += not refusal(first, first, after, action)
            if items and accepted == len(items[:_MOST_ITEMS]):
                return form
    return None


def _forms(context: CheckContext, base: Action, items: list[Any]) -> Iterator[Action]:
    """Actions with a mark in the place of an item."""
    if items and isinstance(items[0], dict):
        yield {**base, _MARK: list(items[0])}
        return
    for slot in slots_of(context.source, base):
        is_fit = {"string"} if items and isinstance(items[0], str) else {"integer", "number"}
        if len(slot.keys) == 1 and slot.kinds & is_fit and not slot.choices:
            yield filled(base, slot, _MARK)


_MARK = "\0item"


def _action(form: Action, item: Any) -> Action:
    if _MARK in form:
        return {**{name: value for name, value in form.items() if name != _MARK}, **item}
    return {name: item if value == _MARK else value for name, value in form.items()}


def _items(response: Response, name: str) -> list[Any]:
    """The listed texts, numbers or objects; none if the list holds something else."""
    value = (response.data or {}).get(name)
    items = value if isinstance(value, list) else []
    kinds = {type(item) for item in items}
    return items if len(kinds) == 1 and kinds <= {str, int, dict} else []


def _walk(
    context: CheckContext, seed: int | None, name: str, form: Action, lists: set[str]
) -> tuple[Episode, str] | None:
    """Play listed items at random; the episode up to the first that is refused, and why."""
    rng = random.Random(f"listed {seed}")
    driver = context.new_driver()
    first = before = driver.reset(**({} if seed is None else {"seed": seed}))
    actions: list[Action] = []
    found = None
    while not before.done and len(actions) < _STEPS:
        items = _items(before, name)
        if not items:
            break
        lists.add(repr(items))
        action = _action(form, rng.choice(items))
        actions.append(action)
        after = driver.step(action)
        reason = refusal(first, before, after, action)
        if reason:
            found = Episode.of(seed, actions, "a listed action"), reason
            break
        before = after
    driver.close()
    return found
