"""What a message shows, without what changes in every step."""

from __future__ import annotations

import re
from typing import Any

from hallmark_rl.conformance.core.json_tree import to_json

_COUNTERS = re.compile(
    r"(^|_)(steps?|turns?|ticks?|time|rounds?|attempts?|left|remaining|budget|count|number|elapsed)"
    r"(_|$)|reward|score|return|total|timestamp|episode",
    re.I,
)


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
