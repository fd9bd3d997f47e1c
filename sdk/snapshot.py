"""Copies that share nothing: what one side changes, the other does not see."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from pydantic import BaseModel

M = TypeVar("M", bound=BaseModel)


def copied(model: M, **changes: Any) -> M:
    """A copy, with `changes`, as far as the model accepts it (else a `ValidationError`).

    Taken through plain data, as on the wire, which is several times faster than a deep copy.
    """
    return type(model).model_validate({**model.model_dump(warnings=False), **changes})


def frozen(value: Any) -> Any:
    """Plain data made read-only: mappings, lists and sets all the way down."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: frozen(item) for key, item in value.items()})
    if isinstance(value, list | tuple):
        return tuple(frozen(item) for item in value)
    if isinstance(value, set | frozenset):
        return frozenset(frozen(item) for item in value)
    return value
