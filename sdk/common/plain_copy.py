"""Copies that share nothing: what one side changes, the other does not see."""

from __future__ import annotations

import copy
from types import MappingProxyType
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

M = TypeVar("M", bound=BaseModel)

_ATOMS = (bool, int, float, str, bytes, type(None))
_PLAIN = frozenset(_ATOMS)
_RAISED = ("value_error", "assertion_error")


def is_plain(values: dict[Any, Any]) -> bool:
    """Whether there is nothing in the dict's values to change."""
    return _PLAIN.issuperset(map(type, values.values()))


def own(value: Any) -> Any:
    """A copy of `value` to change at will: a deep copy, several times faster for plain data."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is dict:
        if is_plain(value):
            return value.copy()
        return {key: own(item) for key, item in value.items()}
    if kind in (list, tuple, set, frozenset):
        if _PLAIN.issuperset(map(type, value)):
            return kind(value)
        return kind([own(item) for item in value])
    if kind is MappingProxyType:
        return MappingProxyType({key: own(item) for key, item in value.items()})
    if isinstance(value, _ATOMS):
        return value
    return copied(value) if isinstance(value, BaseModel) else copy.deepcopy(value)


def copied(model: M, **changes: Any) -> M:
    """A copy with `changes`, field by field: no validator of the model sees its own output."""
    twin = model.model_copy()
    for fields in (vars(twin), twin.__pydantic_extra__ or {}):
        for name, value in fields.items():
            if type(value) not in _PLAIN:
                fields[name] = own(value)
    vars(twin).update(changes)
    twin.__pydantic_fields_set__.update(changes)
    return twin


def require_valid(model: BaseModel) -> None:
    """Raise a `ValidationError` if a field breaks its declaration, as after `model_construct`.

    What the model's own validators raise does not count: they need not accept what they made.
    """
    try:
        data = model.model_dump(warnings=False)
        type(model).model_validate(data, by_alias=True, by_name=True)
    except ValidationError as error:
        if any(problem["type"] not in _RAISED for problem in error.errors(include_url=False)):
            raise
    except (AttributeError, LookupError, TypeError):
        return
