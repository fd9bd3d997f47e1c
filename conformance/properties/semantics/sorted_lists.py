"""Semantics: a list of the message that a text calls sorted is sorted.

A list in the order in which it was made tells what the order of a sorted one does not: who holds a
card, or which statement was made first. Without knowing the order, two items that come in one order
on one seed and in the other on another one show that there is none.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import (
    observation_schema,
    shown_to_agent,
    task_sentences,
)
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_SEEDS, _FEWEST_SEEDS = 40, 12
_FEWEST, _SHARE = 4, 0.25
"""Seeds on which a list is out of order, and their share, that are reported."""
_FEWEST_PAIRS = 8
"""Pairs of items that come in both orders: a key that is not in the item may change a few."""
_ALPHABET = re.compile(
    r"(?:\b(?:listed|sorted|shown|ordered|arranged|is|are|come|comes|always) |, |^)"
    r"(?:alphabetically|in alphabetical order)\b|\bsorted by names?\b",
    re.I,
)
_SORTED = re.compile(
    r"(?:\b(?:is|are|come|comes|shown|listed|always) |, |^)sorted\b|\bsorted (?:by|in|from|list)\b"
    r"|\bin (?:ascending|increasing|rising|descending|falling) order\b",
    re.I,
)
_BY = re.compile(r"\bsorted by (\w+)(?: and (?:then )?(\w+))?", re.I)
_IN_THE_ITEM = {"suit", "suits", "rank", "ranks", "letter", "letters", "colour", "color"}
"""What a list may be sorted by that its items tell."""
_OF_THE_AGENT = re.compile(
    r"\b(?:must|should|answers?|return|write|output|submit|hand in|if|unless|not|never|no)\b", re.I
)
"""A sentence about what the agent is to do, or about a list that is not sorted."""

Values = list[tuple[int | None, list[Any]]]
"""The lists of a field, each with the seed."""


@check("semantic.sorted_lists")
def sorted_lists(context: CheckContext) -> None:
    """Compare the lists of first messages with the order that a text states."""
    stated = [*_stated(context)]
    values: dict[str, Values] = {name: [] for name, _, _ in stated}
    seeds = [*context.seeds, *range(1001, 1001 + _SEEDS)][:_SEEDS] if stated else []
    for seed in context.until_budget(seeds, least=_FEWEST_SEEDS):
        opening = context.play(Episode.of(seed, [], "opening"))[0]
        for name, found in values.items():
            items = shown_to_agent(opening.data or {}).get(name)
            if isinstance(items, list) and len(items) > 2 and _comparable(items):
                found.append((seed, items))
    tried = 0
    for name, is_alphabetical, sentence in stated:
        tried += len(values[name])
        wrong = _unsorted(values[name]) if is_alphabetical else _contradictory(values[name])
        if len(wrong) >= max(_FEWEST, _SHARE * len(values[name])):
            seed, items = wrong[0]
            raise PropertyViolated(
                f"{name} is not sorted on {len(wrong)} of {len(values[name])} seeds, such as "
                f"{str(items)[:200]}, though a text says {sentence[:160]!r}",
                Episode.of(seed, [], "opening"),
            )
    if not tried:
        raise NotApplicable("no text says that a list of the message is sorted")


def _stated(context: CheckContext) -> Iterator[tuple[str, bool, str]]:
    """The fields that texts call sorted, whether by the alphabet, and the sentence."""
    properties = observation_schema(context).get("properties", {})
    opening = context.play(Episode.of(context.seeds[0], [], "opening"))[0]
    shown = shown_to_agent(opening.data or {})
    lists = [name for name, value in shown.items() if isinstance(value, list)]
    texts = [(str(properties.get(name, {}).get("description", "")), name) for name in lists]
    texts += [(re.sub(r"[*`]", "", text), "") for text in task_sentences(context)]
    for text, own in texts:
        alphabet = _ALPHABET.search(text)
        phrase = alphabet or _SORTED.search(text)
        by = _BY.search(text)
        known = by is None or alphabet or {word for word in by.groups() if word} <= _IN_THE_ITEM
        if phrase is None or not known or _OF_THE_AGENT.search(text):
            continue
        name = own or _nearest(text[: phrase.start()], lists)
        if name:
            yield name, alphabet is not None, text


def _nearest(text: str, names: list[str]) -> str:
    """The name of a field that is mentioned last in a text; empty if none is."""
    places = {
        name: match.start()
        for name in names
        for match in re.finditer(rf"\b{re.escape(name).replace('_', '[_ ]')}\b", text, re.I)
    }
    return max(places, key=lambda name: places[name], default="")


def _comparable(items: list[Any]) -> bool:
    """Whether all items are texts, or all are numbers."""
    return all(isinstance(item, str) for item in items) or all(
        type(item) in (int, float) for item in items
    )


def _unsorted(values: Values) -> Values:
    """The lists that are not in the order of the alphabet, whatever the case."""
    return [
        (seed, items)
        for seed, items in values
        if [str(item).casefold() for item in items] != sorted(str(i).casefold() for i in items)
    ]


def _contradictory(values: Values) -> Values:
    """The lists with two items that come the other way round in more of the lists."""
    if all(type(item) in (int, float) for _, items in values for item in items):
        rising = [(seed, items) for seed, items in values if items == sorted(items)]
        falling = [(seed, items) for seed, items in values if items == sorted(items)[::-1]]
        most = max(rising, falling, key=len)
        return [value for value in values if value not in most]
    orders = Counter(
        pair
        for _, items in values
        for pair in itertools.combinations(items, 2)
        if pair[0] != pair[1]
    )
    both = {pair for pair in orders if pair[::-1] in orders and orders[pair] <= orders[pair[::-1]]}
    if len(both) < _FEWEST_PAIRS:
        return []
    return [(seed, items) for seed, items in values if both & {*itertools.combinations(items, 2)}]
