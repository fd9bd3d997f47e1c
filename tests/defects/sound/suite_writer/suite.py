"""Reading a suite of tests, and running it. Tests are data: no code of the agent is executed."""

from __future__ import annotations

import ast
import copy
from typing import Any

MAX_TESTS = 8

Test = tuple[list[Any], Any]  # arguments, expected result


def read_suite(text: str, name: str) -> list[Test]:
    """The tests of a suite.

    Raises:
        ValueError: a line is not a test of this function, or there are none or too many.
    """
    lines = [line.strip() for line in text.splitlines()]
    tests = [_read_test(line, name) for line in lines if line and not line.startswith("#")]
    if not 0 < len(tests) <= MAX_TESTS:
        raise ValueError(f"a suite has 1 to {MAX_TESTS} tests")
    return tests


def _read_test(line: str, name: str) -> Test:
    try:
        test = ast.parse(line, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise ValueError("a line is not an expression") from error
    match test:
        case ast.Compare(
            left=ast.Call(func=ast.Name(id=called), args=args, keywords=[]),
            ops=[ast.Eq()],
            comparators=[expected],
        ) if called == name:
            try:
                return [ast.literal_eval(arg) for arg in args], ast.literal_eval(expected)
            except (ValueError, TypeError, SyntaxError, RecursionError, MemoryError) as error:
                raise ValueError("arguments and results must be literals") from error
    raise ValueError(f"a line is not of the form {name}(...) == ...")


def passes(function: Any, tests: list[Test]) -> bool:
    """Whether every test gives the expected value, of the expected type."""
    for args, expected in tests:
        try:
            got = function(*copy.deepcopy(args))
        except Exception:
            return False
        if type(got) is not type(expected) or got != expected:
            return False
    return True
