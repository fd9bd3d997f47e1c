"""Find actions that an environment accepts, with the values that its first message shows.

Ids that are drawn anew in each episode are accepted in that episode alone. So actions are looked
for on several seeds: on each, some of the pool are accepted.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.actions.action_source import ActionSource
from hallmark_rl.conformance.actions.board_squares import example_moves, moves_like
from hallmark_rl.conformance.client.open_driver import Driver
from hallmark_rl.conformance.client.refusals import refusal
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.json_tree import subtrees, texts_in
from hallmark_rl.conformance.survey.likely_values import listed_pairs, names_in
from hallmark_rl.conformance.survey.survey_data import BASE_POOL, FIRST_SEED, Survey
from hallmark_rl.sdk.common.schema_refs import alternatives, resolve

SEEDS = 8
"""Seeds on which actions are looked for: those on which the default profile checks."""
_TRIES = 48
_MOST_NAMES, _MOST_GROUPS, _ORDERS = 20, 4, 3
"""Names of a group, groups, and orders of each, that are tried as a whole list."""
_MOST_MOVES = 96
"""Moves on a board, those near to shown squares, of which some are tried."""
_LONGEST = 40
"""Characters of a text that may be an id."""


def accepted_with_shown_values(
    survey: Survey, source: ActionSource, driver: Driver
) -> list[Action]:
    """Actions of the pool with values of the first message in some fields, that were accepted.

    Args:
        survey: what was measured before; its pool and the schema of actions are used.
        source: tells valid actions.
        driver: an open instance.

    Returns:
        As many for each seed as the base of a pool has room for; those of all seeds alternate.
    """
    by_seed = [
        _accepted_on(seed, survey, source, driver) for seed in range(FIRST_SEED, FIRST_SEED + SEEDS)
    ]
    mixed = itertools.chain(*itertools.zip_longest(*by_seed))
    found = {repr(action): action for action in mixed if action is not None}
    return list(found.values())[:BASE_POOL]


def _accepted_on(seed: int, survey: Survey, source: ActionSource, driver: Driver) -> list[Action]:
    first = before = driver.reset(seed=seed)
    accepted: list[Action] = []
    candidates = _candidates(survey, first.data or {}, random.Random(f"shown values {seed}"))
    for action in itertools.islice(filter(source.valid, candidates), _TRIES):
        after = driver.step(action)
        if not refusal(first, before, after, action) and action not in accepted:
            accepted.append(action)
            if len(accepted) >= BASE_POOL // SEEDS:
                break
        before = after
        if after.done or after.data is None:
            first = before = driver.reset(seed=seed)
    return accepted


def _candidates(survey: Survey, message: dict[str, Any], rng: random.Random) -> Iterator[Action]:
    """Actions of the pool with shown values; at first in the fields that are named like a value."""
    fields = {name: _values_for(name, kind, message) for name, kind in _fields(survey.schema)}
    named = {name: like for name, (like, _) in fields.items() if like}
    anything = {name: [*like, *other] for name, (like, other) in fields.items() if like or other}
    if not survey.pool:
        return
    yield from _whole_lists(survey, message, rng)
    texts = [name for name, kind in _fields(survey.schema) if kind is str]
    for name in texts:
        examples = example_moves(survey.schema, name, survey.tokens.get(name, ()))
        moves = list(moves_like(examples, texts_in(message)))[:_MOST_MOVES]
        for text in rng.sample(moves, min(len(moves), _TRIES)):
            yield {**survey.pool[0], name: text}
    pairs = list(listed_pairs(message))
    rng.shuffle(pairs)
    for first, second in itertools.islice(itertools.combinations(texts, 2), 1):
        for key, item in pairs[: _TRIES // 2]:
            yield {**survey.pool[0], first: key, second: item}
    for number in range(8 * _TRIES if anything else 0):
        base = survey.pool[number % len(survey.pool)]
        if named and number % 4 != 3:
            yield {**base, **{name: rng.choice(values) for name, values in named.items()}}
        else:
            name = rng.choice(list(anything))
            yield {**base, name: rng.choice(anything[name])}


def _whole_lists(survey: Survey, message: dict[str, Any], rng: random.Random) -> Iterator[Action]:
    """Actions with all names of a shown group in any order: a route past all of them, a ranking."""
    shown = {key: value for key, value in message.items() if key != "metadata"}
    groups = [
        list(map(str, value))
        for path, value in subtrees(shown)
        if path and isinstance(value, dict | list) and 1 < len(value) <= _MOST_NAMES
        if isinstance(value, dict) or all(isinstance(item, str) for item in value)
    ]
    for name, inner in survey.schema.get("properties", {}).items():
        options = alternatives(survey.schema, resolve(survey.schema, inner))
        items = [option.get("items", {}) for option in options if option.get("type") == "array"]
        if any(item.get("type") == "string" and "enum" not in item for item in items):
            for group in groups[:_MOST_GROUPS]:
                for _ in range(_ORDERS):
                    yield {**survey.pool[0], name: rng.sample(group, len(group))}


def _fields(schema: dict[str, Any]) -> Iterator[tuple[str, type]]:
    """The fields that take any integer or any text, with that type."""
    for name, inner in schema.get("properties", {}).items():
        options = alternatives(schema, resolve(schema, inner))
        free = [o.get("type") for o in options if not {"enum", "const"} & set(o)]
        for kind, word in ((int, "integer"), (str, "string")):
            if word in free and name not in ("metadata", "type"):
                yield name, kind


def _values_for(name: str, kind: type, message: dict[str, Any]) -> tuple[list[Any], list[Any]]:
    """The shown values of a type: those whose key is like the field's name, and the others.

    Names within lists of short texts come last.
    """
    like: dict[Any, None] = {}
    other: dict[Any, None] = {}
    named: dict[Any, None] = {}
    for path, value in subtrees({k: v for k, v in message.items() if k != "metadata"}):
        if kind is str and isinstance(value, str) and path.endswith("]"):
            named.update(dict.fromkeys(names_in(value)))
        if type(value) is not kind or (isinstance(value, str) and not 0 < len(value) <= _LONGEST):
            continue
        keys = [part for part in path.replace("[", ".").replace("]", "").split(".") if part]
        key = next((part for part in reversed(keys) if not part.isdigit()), "").lower()
        is_like = bool(key) and (key in name.lower() or name.lower() in key)
        (like if is_like else other).setdefault(value)
    return list(like), list(other | named)
