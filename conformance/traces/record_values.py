"""Read values of a record, whatever it holds: JSON, numbers, messages and their texts."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any


class BadRecord(ValueError):
    """A record that is no episode; the text is a clause that says why."""


def parse_record(line: bytes) -> Any:
    """The JSON value of a line; raises `BadRecord` if it is none."""
    try:
        return json.loads(line)
    except RecursionError:
        raise BadRecord("is not JSON: it is nested too deeply") from None
    except UnicodeDecodeError:
        raise BadRecord("is not UTF-8 text") from None
    except ValueError as error:
        raise BadRecord(f"is not JSON: {error}") from None


def dialogue(messages: Sequence[Any]) -> tuple[str, tuple[str, ...]]:
    """The text before the first reply, and all replies."""
    if not isinstance(messages, list | tuple):
        raise BadRecord(f"has a completion that is {type(messages).__name__}")
    before: list[str] = []
    replies: list[str] = []
    for message in messages:
        if is_reply(message):
            replies.append(text_of(message))
        elif not replies:
            before.append(text_of(message))
    return "\n".join(before), tuple(replies)


def is_reply(message: Mapping[str, Any]) -> bool:
    """Whether a message is the model's."""
    return bool(message.get("role") == "assistant")


def text_of(message: Mapping[str, Any]) -> str:
    """The text of a message; parts that are no text are left out."""
    content = message.get("content")
    if isinstance(content, list):
        parts: Iterable[Any] = (part.get("text") for part in content if isinstance(part, Mapping))
        return "".join(part for part in parts if isinstance(part, str))
    return content if isinstance(content, str) else ""


def joined_text(value: Any) -> str:
    """A prompt as text, whether it is a text or a list of messages."""
    if isinstance(value, list):
        return "\n".join(text_of(item) for item in value if isinstance(item, Mapping))
    return value if isinstance(value, str) else ""


def numbers_of(values: Mapping[str, Any]) -> dict[str, float]:
    """The values that are numbers, by their names."""
    return {str(name): as_number(item) for name, item in values.items() if is_number(item)}


def is_number(value: Any) -> bool:
    """Whether a value is a number, or a truth value that counts as one."""
    return isinstance(value, bool | int | float)


def as_number(value: Any) -> float:
    """A number; raises `BadRecord` for what is none."""
    if not is_number(value):
        raise BadRecord(f"has {value!r:.60} where a number is needed")
    return float(value)


def as_step(value: Any) -> int | None:
    """A training step; None for what is none."""
    return int(value) if is_number(value) and math.isfinite(value) else None


def as_truth(value: Any) -> bool | None:
    """A truth value; None for what is none."""
    return value if isinstance(value, bool) else None


def as_mapping(value: Any) -> Mapping[str, Any]:
    """A mapping; empty for what is none."""
    return value if isinstance(value, Mapping) else {}


def value_at(record: Any, *names: str) -> Any:
    """A value inside nested mappings; None if there is none."""
    for name in names:
        record = record.get(name) if isinstance(record, Mapping) else None
    return record
