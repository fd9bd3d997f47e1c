"""Deep copies of plain data and pydantic models that share nothing mutable with the original."""

from __future__ import annotations

import copy
from types import MappingProxyType
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

M = TypeVar("M", bound=BaseModel)

_ATOMS = (bool, int, float, str, bytes, type(None))
_PLAIN = frozenset(_ATOMS)
_BY_VALIDATORS = ("value_error", "assertion_error")


def is_plain(values: dict[Any, Any]) -> bool:
    """Whether every value of the dict has an immutable builtin type."""
    return _PLAIN.issuperset(map(type, values.values()))


def copy_plain(value: Any) -> Any:
    """A deep copy; several times faster than `copy.deepcopy` for builtin types and models.

    Values of other types are copied with `copy.deepcopy`.
    """
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is dict:
        if is_plain(value):
            return value.copy()
        return {key: copy_plain(item) for key, item in value.items()}
    if kind in (list, tuple, set, frozenset):
        if _PLAIN.issuperset(map(type, value)):
            return kind(value)
        return kind([copy_plain(item) for item in value])
    if kind is MappingProxyType:
        return MappingProxyType({key: copy_plain(item) for key, item in value.items()})
    if isinstance(value, _ATOMS):
        return value
    return copy_model(value) if isinstance(value, BaseModel) else copy.deepcopy(value)


def copy_model(model: M, **changes: Any) -> M:
    """A deep copy of a model with some fields replaced.

    Fields are copied one by one and not validated again: a validator that changes its input (such
    as one that splits a string) would otherwise run on its own output.
    """
    clone = model.model_copy()
    for fields in (vars(clone), clone.__pydantic_extra__ or {}):
        for name, value in fields.items():
            if type(value) not in _PLAIN:
                fields[name] = copy_plain(value)
    vars(clone).update(changes)
    clone.__pydantic_fields_set__.update(changes)
    return clone


def require_valid(model: BaseModel) -> None:
    """Check the declared types and constraints of a model that may not have been validated.

    Errors that the model's own validators raise are ignored: a validator need not accept values
    that it produced itself.

    Raises:
        ValidationError: a field breaks its declaration, as is possible after `model_construct`.
    """
    try:
        data = model.model_dump(warnings=False)
        type(model).model_validate(data, by_alias=True, by_name=True)
    except ValidationError as error:
        if any(
            problem["type"] not in _BY_VALIDATORS for problem in error.errors(include_url=False)
        ):
            raise
    except (AttributeError, LookupError, TypeError):
        return
