"""Semantics: whole sentences do not score like the passages in them that are asked for."""

from __future__ import annotations

import re
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import last_response, oracle_margin, play
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FEWEST, _SHARE = 3, 0.75
"""Seeds on which sentences must score like passages, and their share of those that are tried."""
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+|\n+")


def require_no_longer_passages(context: CheckContext) -> bool:
    """Raise if the sentences that hold the passages of an answer score like the passages.

    An answer without one of the passages must score less. Returns whether there were answers that
    are lists of passages of a shown text.
    """
    tried = 0
    paid: list[Rollout] = []
    for solution in context.until_budget(context.solutions, least=_FEWEST):
        response = last_response(context, solution.seed, solution.actions[:-1])
        texts = [t for t in ((response and response.data) or {}).values() if isinstance(t, str)]
        for field, items in solution.actions[-1].items():
            longer = _sentences(texts, items)
            if not longer or set(longer) & set(items):
                continue
            sentences, shorter = (_with(context, solution, field, x) for x in (longer, items[:-1]))
            less = solution.total - oracle_margin(context)
            if shorter is None or sentences is None or shorter.total >= less:
                continue
            tried += 1
            paid += [sentences] if sentences.total >= less else []
    if len(paid) >= max(_FEWEST, _SHARE * tried):
        raise PropertyViolated(
            f"on {len(paid)} of {tried} seeds, the whole sentences score like the passages in them "
            "that are right",
            paid[0].episode("whole sentences"),
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


def _with(context: CheckContext, solution: Rollout, field: str, items: list[str]) -> Rollout | None:
    action: Action = {**solution.actions[-1], field: items}
    if not context.source.valid(action):
        return None
    rollout = play(context, [*solution.actions[:-1], action], solution.seed)
    return None if rollout.error else rollout
