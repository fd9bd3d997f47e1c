from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field, ValidationError, field_validator

from hallmark_rl.sdk.common.plain_copy import copy_model, copy_plain, require_valid

PLAIN = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(), st.binary()),
    lambda inner: st.one_of(
        st.lists(inner), st.dictionaries(st.text(), inner), st.tuples(inner, inner)
    ),
)


@dataclass(frozen=True)
class Board:
    cells: list[Any] = field(default_factory=list)


class Inner(BaseModel):
    cells: list[Any] = Field(default_factory=list)


class Outer(Inner):
    inner: Inner = Field(default_factory=Inner, exclude=True)
    letters: list[str] = Field(default_factory=list, max_length=3, alias="from")

    @field_validator("letters", mode="before")
    @classmethod
    def _taken_apart(cls, text: Any) -> list[str]:
        if not isinstance(text, str):
            raise ValueError("give a text")
        return list(text)


@given(PLAIN)
def test_a_copy_is_equal_and_of_the_same_types(value: Any) -> None:
    assert repr(copy_plain(value)) == repr(value)
    assert copy_plain({"a": value}) is not value


@pytest.mark.parametrize(
    "holder", [Board([[1]]), Inner(cells=[[1]]), MappingProxyType({"": [[1]]})]
)
def test_a_copy_shares_nothing(holder: Any) -> None:
    def inside(thing: Any) -> Any:
        return thing[0][""][0] if isinstance(holder, MappingProxyType) else thing[0].cells[0]

    twin = copy_plain((holder,))
    inside(twin).append(2)
    assert inside((holder,)) == [1]
    assert type(twin[0]) is type(holder)


def test_a_copied_model_keeps_what_its_validators_made() -> None:
    model = Outer.model_validate({"from": "abc", "inner": Inner(cells=[1])})
    twin = copy_model(model, cells=[2])
    assert (twin.letters, twin.inner.cells, twin.cells) == (["a", "b", "c"], [1], [2])
    twin.inner.cells.append(2)
    assert model.inner.cells == [1]


def test_a_model_is_valid_if_its_declarations_hold() -> None:
    model = Outer.model_validate({"from": "abc"})
    require_valid(model)
    model.cells = 3  # type: ignore[assignment]
    with pytest.raises(ValidationError, match="list_type"):
        require_valid(model)
