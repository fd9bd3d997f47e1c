"""What one call on an environment returned, as plain data that can be compared and printed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Response:
    """A message, or an error.

    Attributes:
        data: the message as a dict; None if the call failed.
        error: name of the exception, or the server's error code; empty if the call succeeded.
        message: text of the error, in one line.
        seconds: how long the call took.
        raw: the object that was returned, the exception, or the server's whole answer.
    """

    data: dict[str, Any] | None
    error: str = ""
    message: str = ""
    seconds: float = 0.0
    raw: Any = None

    @property
    def reward(self) -> Any:
        """The reward as it was sent, of any type."""
        return None if self.data is None else self.data.get("reward")

    @property
    def numeric_reward(self) -> float:
        """The reward as a number: 0.0 if it is missing, not a number or NaN."""
        value = self.reward
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
            return float(value) if isinstance(value, bool) else 0.0
        return float(value)

    @property
    def done(self) -> bool:
        """Whether the message says that the episode is over."""
        return self.data is not None and self.data.get("done") is True

    def plain(self) -> dict[str, Any]:
        """The message, or only the kind of the error: what two responses are compared by."""
        return {"error": self.error} if self.data is None else self.data

    def __str__(self) -> str:
        if self.data is None:
            return f"{self.error}: {self.message}"
        return json.dumps(self.data, default=repr, ensure_ascii=False)


def message_data(value: Any) -> dict[str, Any]:
    """An observation or state as a dict.

    A value that is neither a model, a dict nor an object with attributes becomes the dict's only
    item, `(value)`. A model that cannot be serialised becomes `{"(unserialisable)": reason}`. Of a
    tuple as Gymnasium's `reset` and `step` return it, or of an observation with its reward, the
    parts become items of one message, so that everything but its type can be checked. OpenEnv's
    server cannot send a tuple: that is what `contract.observation_type` reports.
    """
    parts = _tuple_parts(value)
    if parts is not None:
        return message_data(value[0]) | parts
    if hasattr(value, "model_dump"):
        try:
            data = value.model_dump()
        except Exception as error:
            return {"(unserialisable)": f"{type(error).__name__}: {one_line(error)}"}
    elif isinstance(value, dict):
        data = value
    elif hasattr(value, "__dict__"):
        data = dict(vars(value))
    else:
        data = {"(value)": value}
    simple: dict[str, Any] = simplify(data)
    return simple


_PLAIN: dict[type, Callable[[Any], Any]] = {
    int: int.__int__,
    float: float.__float__,
    str: str.__str__,
}
"""How a value of a derived type is read without a method of its own."""


_REWARD_NAMES = ("reward", "value", "score", "total")
"""Names under which a reward that is a model holds its number."""


def _tuple_parts(value: Any) -> dict[str, Any] | None:
    """What follows the observation in a tuple of `reset` or `step`; None for anything else."""
    if type(value) is not tuple or len(value) < 2 or not _is_message(value[0]):
        return None
    if len(value) == 2:
        last = value[1]
        return {"info": simplify(last)} if isinstance(last, dict) else _reward_parts(last)
    ends = value[2:-1]
    if len(value) not in (4, 5) or not all(isinstance(end, bool) for end in ends):
        return None
    if not isinstance(value[-1], dict):
        return None
    reward = _reward_parts(value[1]) or {"reward": simplify(value[1])}
    return {**reward, "done": any(ends), "info": simplify(value[-1])}


def _is_message(value: Any) -> bool:
    return isinstance(value, dict) or hasattr(value, "model_dump") or hasattr(value, "__dict__")


def _reward_parts(value: Any) -> dict[str, Any] | None:
    """The reward, and `done` if it is given, of a number or of a model with a number in it."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return {"reward": simplify(value)}
    if not _is_message(value):
        return None
    held = message_data(value)
    for name in _REWARD_NAMES:
        number = held.get(name)
        if isinstance(number, int | float) and not isinstance(number, bool):
            done = {"done": held["done"]} if isinstance(held.get("done"), bool) else {}
            return {"reward": number, **done}
    return None


def simplify(value: Any, depth: int = 0) -> Any:
    """A copy made of dicts, lists and scalars only.

    Enum members, models, arrays, dates and dataclasses are converted; any other object is replaced
    by the name of its type, because its repr may hold an address that differs between processes.
    Numbers and texts of other types, such as `numpy.float64`, become those of Python: their
    comparisons may return anything.
    """
    if value is None or type(value) in (bool, int, float, str):
        return value
    for kind, plain in _PLAIN.items():
        if isinstance(value, kind):
            return plain(value)
    if depth > 40:
        return "(too deep)"
    if isinstance(value, dict):
        return {str(key): simplify(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [simplify(item, depth + 1) for item in value]
    if isinstance(value, set | frozenset):
        return [simplify(item, depth + 1) for item in value]
    if hasattr(value, "value") and type(value).__module__ != "builtins" and hasattr(value, "name"):
        return simplify(value.value, depth + 1)
    if hasattr(value, "model_dump"):
        return simplify(value.model_dump(), depth + 1)
    if hasattr(value, "tolist"):
        return simplify(value.tolist(), depth + 1)
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if hasattr(value, "__dataclass_fields__"):
        return simplify(vars(value), depth + 1)
    return f"({type(value).__name__})"


def one_line(error: BaseException) -> str:
    """The text of an exception without line breaks, at most 400 characters."""
    return " ".join(str(error).split())[:400]
