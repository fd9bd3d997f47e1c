"""Texts which say that something is to be copied."""

from __future__ import annotations

import re
from typing import Any

from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.sdk.subject.description import Subject

COPYING = re.compile(
    r"\b(cop(y|ies|ied|ying)|echo\w*|repeat\w*|verbatim|transcri\w+|re-?type)\b", re.I
)
"""Words of a task that is to copy."""


def fields_to_copy(subject: Subject) -> set[str]:
    """The fields of an observation that are to be copied, as their own descriptions say."""
    model: Any = subject.observation_type
    if not hasattr(model, "model_json_schema"):
        return set()
    fields = model.model_json_schema().get("properties", {})
    return {name for name, field in fields.items() if COPYING.search(to_json(field))}


def named_to_copy(message: dict[str, Any]) -> set[str]:
    """The fields that a text of the message names beside such a word: `copy the line exactly`."""
    texts = [value for value in message.values() if isinstance(value, str)]
    asked = " ".join(text for text in texts if COPYING.search(text)).lower()
    words = set(re.findall(r"[a-z0-9]+", asked))
    return {name for name in message if {*re.findall(r"[a-z0-9]+", name.lower())} & words and asked}
