"""What a message shows, without what changes in every step."""

from __future__ import annotations

import json
import re
from typing import Any

from hallmark_rl.conformance.core.json_tree import subtrees, to_json

_COUNTERS = re.compile(
    r"(^|_)(steps?|turns?|ticks?|time|rounds?|attempts?|left|remaining|budget|count|number|elapsed)"
    r"(_|$)|reward|score|return|total|timestamp|episode",
    re.I,
)
_OF_THE_REWARD = ("columns", "score", "success", "reward")


def scalars_without_counters(data: dict[str, Any]) -> dict[str, Any]:
    """The scalars of a message by their paths, without counters and what is said of the reward."""
    shown = json.loads(content_without_counters(data))
    shown = {key: value for key, value in shown.items() if key not in _OF_THE_REWARD}
    return {path: value for path, value in subtrees(shown) if not isinstance(value, dict | list)}


def content_without_counters(data: dict[str, Any]) -> str:
    """A message as text, without reward, done, metadata, and numbers in fields of counters."""

    def without_counters(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                key: without_counters(item)
                for key, item in value.items()
                if not (_COUNTERS.search(str(key)) and isinstance(item, int | float))
            }
        return value

    shown = {k: v for k, v in data.items() if k not in ("reward", "done", "metadata")}
    return to_json(without_counters(shown))
