"""Variants: the texts that a held-out split asks about are not those of another split."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees, to_json
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants

_SEEDS, _FEWEST = 60, 30
_FEWEST_TEXTS = 3
"""Different texts that each split must have."""
_FEWEST_WORDS, _FEWEST_NAMES = 12, 4
"""What a text needs to be one that a question is about, and no instruction."""
_USUAL = 0.6
"""A text of more than this share of the tasks of a split belongs to no task."""
_SHARED = 0.5
_NAME = re.compile(r"(?<![.!?:\"\n] )(?<!^)\b[A-Z][\w'-]+|\d+", re.M)


@check("variants.shared_texts")
def shared_texts(context: CheckContext) -> None:
    """Compare the long texts and lists in the first messages of the splits."""
    context.require_deterministic()
    splits = [v for v in chosen_variants(context, tasks=False) if v.kind == "split"]
    if len(splits) < 2:
        raise NotApplicable("fewer than two splits are declared")
    texts: dict[str, Counter[str]] = {split.label: Counter() for split in splits}
    seeds = 0
    for seed in context.until_budget(range(1, _SEEDS + 1), least=_FEWEST):
        seeds += 1
        for split in splits:
            opening = Episode.of(seed, [], "opening", **split.options)
            shown = shown_to_agent(context.play(opening)[0].data or {})
            texts[split.label].update(set(_long_texts(shown)))
    if seeds < _FEWEST:
        raise EvidenceMissing(f"{seeds} seeds could be tried, {_FEWEST} are needed: use thorough")
    own = {
        label: {text for text, count in found.items() if count <= _USUAL * seeds}
        for label, found in texts.items()
    }
    if sum(len(found) >= _FEWEST_TEXTS for found in own.values()) < 2:
        raise NotApplicable("tasks of fewer than two splits show long texts of their own")
    for one, other in itertools.combinations(splits, 2):
        left, right = own[one.label], own[other.label]
        shared = left & right
        fewer = min(len(left), len(right))
        if fewer >= _FEWEST_TEXTS and len(shared) >= max(_FEWEST_TEXTS, _SHARED * fewer):
            raise PropertyViolated(
                f"{len(shared)} of the {len(right)} texts that tasks of reset({other.label}) show "
                f"are also shown by tasks of reset({one.label}), such as {min(shared)[:120]!r}: a "
                "policy may know them by heart",
                Episode.of(1, [], "opening", **other.options),
            )


def _long_texts(shown: dict[str, Any]) -> Iterator[str]:
    """The paragraphs, and lists as JSON, that have many words and several names or numbers."""
    for _, value in subtrees(shown):
        if isinstance(value, str):
            blocks = re.split(r"\n\s*\n", value)
        else:
            blocks = [to_json(value)] if isinstance(value, list) and len(value) > 1 else []
        for block in blocks:
            words, names = set(re.findall(r"\w+", block)), set(_NAME.findall(block))
            if len(words) >= _FEWEST_WORDS and len(names) >= _FEWEST_NAMES:
                yield block
