"""Which exceptions and SDK errors are faults of the environment, and which are refusals."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.conformance.client.faults import read_fault, sdk_records
from hallmark_rl.conformance.client.response import Response, one_line
from tests.sdk.guessing import Guess, Guessing


def response_of(function: Callable[[], Any]) -> Response:
    try:
        function()
    except (Exception, SystemExit) as error:
        return Response(None, type(error).__name__, one_line(error), raw=error)
    raise AssertionError("it did not raise")


def missing_key() -> None:
    {}["x"]


def meant_key() -> None:
    raise KeyError("there is no such move")


def refused() -> None:
    raise ValueError("no such move")


def misread() -> None:
    int("seven")


def asserted() -> None:
    assert [] == ["a"]


def meant_as_cause() -> None:
    try:
        missing_key()
    except KeyError as error:
        raise RuntimeError("no such move") from error


def changed_while_read() -> None:
    words = {"a": 1}
    for word in words:
        words[word + "b"] = 1


def unfinished() -> None:
    raise NotImplementedError("later")


def leaves() -> None:
    raise SystemExit(3)


@pytest.mark.parametrize(
    "function", [missing_key, asserted, changed_while_read, unfinished, leaves, lambda: None + 1]
)
def test_mistakes_are_faults(function: Callable[[], Any]) -> None:
    fault = read_fault(response_of(function))
    assert fault is not None
    assert Path(__file__).name in fault.where
    assert "Traceback" in fault.details


@pytest.mark.parametrize("function", [meant_key, refused, misread, meant_as_cause])
def test_refusals_are_no_faults(function: Callable[[], Any]) -> None:
    assert read_fault(response_of(function)) is None


@pytest.mark.parametrize(
    ("message", "found"),
    [("'Env' object has no attribute 'x'", True), ("no such move", False)],
)
def test_over_the_wire_pythons_own_texts_are_faults(message: str, found: bool) -> None:
    assert (read_fault(Response(None, "EXECUTION_ERROR", message)) is not None) is found


@pytest.mark.parametrize(
    ("stunt", "text"),
    [
        ("crash", "the SDK reports crash: KeyError in advance()"),
        ("leak", "the SDK reports leak: a secret was about to be shown"),
        ("pay", "the SDK reports reward: advance() set reward"),
        ("reject", ""),
    ],
)
def test_the_sdks_errors_are_read(stunt: str, text: str) -> None:
    env = Guessing()
    env.reset(seed=0)
    with sdk_records() as logged:
        seen = env.step(Guess(stunt=stunt))
    fault = read_fault(Response(seen.model_dump()), logged)
    assert (fault is None) is (not text)
    assert fault is None or fault.text.startswith(text)
    if stunt == "crash":
        assert fault is not None
        assert "Traceback" in fault.details
        assert "guessing.py" in fault.where
