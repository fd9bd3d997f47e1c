"""What can be written as JSON, by what can be written and not by the name of a module."""

from __future__ import annotations

import datetime
import decimal
import enum
import uuid
from pathlib import Path

import pytest

from hallmark_rl.conformance.client.refusals import refusal
from hallmark_rl.conformance.client.response import Response, message_data
from hallmark_rl.conformance.core.json_tree import is_finite
from hallmark_rl.conformance.properties.contract.message_format import _can_be_json


def test_numbers_of_numpy_are_judged_by_what_they_are() -> None:
    numpy = pytest.importorskip("numpy")
    assert _can_be_json(numpy.float64(0.5))
    assert not _can_be_json(numpy.int64(1))
    assert not _can_be_json(object())


def test_what_pydantic_writes_is_allowed() -> None:
    values = (datetime.datetime(2026, 1, 1), uuid.uuid4(), decimal.Decimal("1.5"), None, Path("a"))
    assert all(map(_can_be_json, values))


def test_nan_is_found_in_nested_values() -> None:
    assert is_finite({"a": [1.0, {"b": "nan"}]})
    assert not is_finite({"a": [1.0, {"b": float("nan")}]})


def test_a_tuple_of_gymnasium_is_read_as_one_message() -> None:
    pair = message_data(({"place": 1}, {"seed": 2}))
    assert pair == {"place": 1, "info": {"seed": 2}}
    for value in (({"place": 1}, 0.5, True, {}), ({"place": 1}, 0.5, False, True, {})):
        response = Response(message_data(value))
        assert (response.reward, response.done) == (0.5, True)
        assert response.plain()["place"] == 1
    assert message_data((1, 2)) == {"(value)": [1, 2]}


def test_values_of_derived_types_are_compared_as_those_of_python() -> None:
    numpy = pytest.importorskip("numpy")

    class Odd(enum.StrEnum):
        LEFT = "left"

        def __eq__(self, other: object) -> bool:
            raise RuntimeError

        __hash__ = None  # type: ignore[assignment]

    sent = {"score": numpy.float64(0.5), "side": Odd.LEFT, "count": enum.IntEnum("N", "ONE").ONE}
    data = message_data(sent)
    assert data == {"score": 0.5, "side": "left", "count": 1}
    assert [type(value) for value in data.values()] == [float, str, int]
    assert refusal(Response({}), Response({}), Response(data), {}) == ""
