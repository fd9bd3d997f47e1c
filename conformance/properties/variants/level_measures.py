"""What the episodes of a level look like: what is shown, what is held, and what solving takes."""

from __future__ import annotations

import bisect
import difflib
import itertools
import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_rollout
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import EvidenceMissing
from hallmark_rl.conformance.oracle_search.answer_rules import read_views
from hallmark_rl.conformance.properties.variants.name_mask import NameMask
from hallmark_rl.conformance.survey.variants import Variant

_STEPS, _IDLE_STEPS, _IDLE_SEEDS = 60, 100, 6
_MOST_WORDS = 40
_LONGEST_LABEL = 20
"""Characters of a text that may be one of a few labels."""

Values = dict[str, list[float]]
"""Measured values by name, one for each seed that shows it."""


@dataclass
class Level:
    """What the episodes of a level look like.

    Attributes:
        shown: lengths and numbers that the agent sees or sends.
        hidden: numbers and lengths that the instance holds.
        words: the words of each seed's first message.
        labels: the short texts and the signs of each seed's first message, with their places.
        solutions: the oracle's actions on each seed; empty without an oracle.
        idle: lengths of idle episodes.
    """

    variant: Variant
    shown: Values = field(default_factory=lambda: defaultdict(list))
    hidden: Values = field(default_factory=lambda: defaultdict(list))
    words: list[set[str]] = field(default_factory=list)
    labels: list[set[tuple[str, str]]] = field(default_factory=list)
    solutions: dict[int, list[Action]] = field(default_factory=dict)
    idle: list[int] = field(default_factory=list)


def measure(context: CheckContext, mask: NameMask, level: Level, seed: int) -> None:
    """Play one episode of a level, and keep what it shows."""
    options = level.variant.options
    told: list[Response] = []
    try:
        rollout = oracle_rollout(context, seed, _STEPS, told, **options)
        level.solutions[seed] = actions = rollout.actions
    except EvidenceMissing:
        actions = context.random_episode(seed, 4, "levels alike").actions
        told = context.play(Episode.of(seed, actions, "levels alike", **options))
    messages = [mask.without(response.data or {}) for response in told]
    parts = {"first": messages[0], "last": messages[-1], "action": actions[-1:]}
    for name, number in _numbers(parts).items():
        level.shown[name].append(number)
    level.shown["steps"].append(len(actions))
    level.shown["different words"].append(len(_words(messages)))
    level.shown["different characters"].append(len(set(str(messages))))
    level.shown["likeness of the answer to a shown word"].append(_likeness(actions, messages[0]))
    level.words.append(_words(messages[0]))
    level.labels.append(_labels(messages[0]))
    driver = context.new_in_process_driver()
    first = driver.reset(seed=seed, **options)
    held = read_views(driver, first, [])["attributes"]
    driver.close()
    for name, number in _numbers(held).items():
        level.hidden[name].append(number)
    if len(level.idle) < _IDLE_SEEDS:
        idle = [*(a for r in context.survey.null_rollouts for a in r.actions[:1]), *context.pool]
        trace = context.play(Episode.of(seed, idle[:1] * _IDLE_STEPS, "idle", **options))
        level.idle.append(len(trace))


def _likeness(actions: Sequence[Action], message: Mapping[str, Any]) -> float:
    """How like the most similar shown word is to a short word of the last action; 1 is equal.

    The word itself may be shown, as an option is.
    """
    texts = {v for a in actions[-1:] for _, v in subtrees(a) if isinstance(v, str)}
    sent = {text for text in texts if 3 < len(text) <= _LONGEST_LABEL and text.isalpha()}
    shown = sorted(_words(message) - sent)[:_MOST_WORDS]
    pairs = itertools.product(sorted(sent), shown)
    return max((difflib.SequenceMatcher(None, a, b).ratio() for a, b in pairs), default=0.0)


def _words(message: Any) -> set[str]:
    return set(re.findall(r"[^\W\d_]+", str(message)))


def _labels(message: Mapping[str, Any]) -> set[tuple[str, str]]:
    """The short texts of a message and the signs of all, with their paths without places."""
    texts = [(_without_places(p), v) for p, v in subtrees(dict(message)) if isinstance(v, str)]
    signs = {(path, sign) for path, text in texts for sign in text if not sign.isalnum()}
    return signs | {(path, text) for path, text in texts if 0 < len(text) <= _LONGEST_LABEL}


def _without_places(path: str) -> str:
    return re.sub(r"\[[^\]]*\]", "[]", path)


def _numbers(parts: Mapping[str, Any]) -> dict[str, float]:
    """Means of numbers, lengths of lists and of texts, by path without places in lists.

    Of several numbers at like places of lists their spread and the least gap as well, and of
    several texts how many are different.
    """
    found: dict[str, list[float]] = defaultdict(list)
    texts: dict[str, list[str]] = defaultdict(list)
    for path, value in subtrees(dict(parts)):
        name = _without_places(path)
        if isinstance(value, int | float) and math.isfinite(value):
            found[name].append(float(value))
        elif isinstance(value, list | dict | str):
            found[f"the length of {name}"].append(len(value))
        if isinstance(value, str):
            texts[name].append(value)
            for number in re.findall(r"(?<![\w.])-?\d+(?:\.\d+)?", value)[:20]:
                found[f"numbers in {name}"].append(float(number))
    for name, values in texts.items():
        if len(values) > 1:
            found[f"different texts of {name}"].append(len(set(values)))
    means = {name: sum(numbers) / len(numbers) for name, numbers in found.items()}
    for name, numbers in found.items():
        ordered = sorted(numbers)
        if len(ordered) > 1:
            means[f"spread of {name}"] = ordered[-1] - ordered[0]
            gaps = [high - low for low, high in itertools.pairwise(ordered)]
            means[f"least gap of {name}"] = min(gaps)
    return means


def distance(left: Sequence[float], right: Sequence[float]) -> float:
    """The greatest difference of two empirical distribution functions (Kolmogorov-Smirnov)."""
    one, other = sorted(left), sorted(right)
    return max(
        abs(bisect.bisect_right(one, x) / len(one) - bisect.bisect_right(other, x) / len(other))
        for x in (*one, *other)
    )
