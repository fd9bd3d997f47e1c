"""Semantics: whole sentences do not score like the passages in them that are asked for."""

from __future__ import annotations

import re
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import last_response, paid_like
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import PropertyViolated

_FEWEST, _SHARE = 3, 0.75
"""Seeds on which sentences must score like passages, and their share of those that are tried."""
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+|\n+")


def require_no_longer_passages(context: CheckContext) -> bool:
    """Raise if the sentences that hold the passages of an answer score like the passages.

    An answer without one of the passages must score less. Returns whether there were answers that
    are lists of passages of a shown text.
    """
    tried = 0
    paid: list[Episode] = []
    for solution in context.until_budget(context.solutions, least=_FEWEST):
        *before, last = solution.actions
        response = last_response(context, solution.seed, before)
        texts = [t for t in ((response and response.data) or {}).values() if isinstance(t, str)]
        for field, items in last.items():
            longer = _sentences(texts, items)
            if not longer or set(longer) & set(items):
                continue
            sentences, shorter = {**last, field: longer}, {**last, field: items[:-1]}
            if not context.source.valid(sentences) or not context.source.valid(shorter):
                continue
            if paid_like(context, solution, [*before, shorter], "a passage less"):
                continue
            tried += 1
            if found := paid_like(context, solution, [*before, sentences], "whole sentences"):
                paid.append(found)
    if len(paid) >= max(_FEWEST, _SHARE * tried):
        raise PropertyViolated(
            f"on {len(paid)} of {tried} seeds, the whole sentences score like the passages in them "
            "that are right",
            paid[0],
        )
    return bool(tried)


def _sentences(texts: list[str], items: Any) -> list[str]:
    """The sentences of a text that hold the items; empty if no text holds them all."""
    if not isinstance(items, list) or not items or not all(isinstance(i, str) for i in items):
        return []
    for text in texts:
        sentences = [part for part in _SENTENCE_ENDS.split(text) if part]
        if all(any(item in part for part in sentences) for item in items):
            return [part for part in sentences if any(item in part for item in items)]
    return []
