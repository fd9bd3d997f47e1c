"""What can be written as JSON, by what can be written and not by the name of a module."""

from __future__ import annotations

import datetime
import decimal
import uuid
from pathlib import Path

import pytest

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
