"""Faults: responses that show a bug of the environment, in contrast to a refusal of an action.

An environment may refuse an action by an exception. An exception counts as a fault

* if it is of a kind that programs raise by mistake (`BUG_KINDS` and what derives from them), unless
  a `raise` statement in the environment's own code raised it: then it was meant;
* always if it is one of `ALWAYS_BUGS`.

Our SDK does not raise: it returns an error with a code and says whose fault it was. `environment`
is a fault. A server tells only the text of an exception; it is a fault if Python itself wrote it.
"""

from __future__ import annotations

import linecache
import logging
import re
import sysconfig
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

from hallmark_rl.conformance.client.response import Response, one_line

BUG_KINDS = (
    "ArithmeticError",
    "AssertionError",
    "AttributeError",
    "BufferError",
    "ImportError",
    "LookupError",
    "NameError",
    "ReferenceError",
    "RuntimeError",
    "StopAsyncIteration",
    "StopIteration",
    "TypeError",
    "UnicodeError",
)
ALWAYS_BUGS = ("NotImplementedError", "RecursionError", "MemoryError", "SystemError", "SystemExit")
SDK_LOGGER = "hallmark.sdk"
"""The logger to which our SDK writes the tracebacks of the author's code."""

_PYTHONS_TEXTS = re.compile(
    r"has no attribute|unsupported operand|division by zero|(list|tuple|string) index out of range"
    r"|local variable|name '\w+' is not defined|object is not (subscriptable|iterable|callable)"
    r"|maximum recursion|missing \d+ required|unexpected keyword argument|not supported between"
    r"|can only concatenate|indices must be|must be str, not|must be real number"
)
_ROOTS = {Path(__file__).parents[2], Path(__file__).resolve().parents[2]}
_OURS = tuple(str(root / name) for root in _ROOTS for name in ("sdk", "conformance"))
_STANDARD_LIBRARY = sysconfig.get_path("stdlib")
_MOST_LINES = 30


@dataclass(frozen=True)
class Fault:
    """A fault of the environment.

    Attributes:
        text: the SDK's code and message, or the exception, in one line.
        where: file, line and function of the environment in which it happened; may be empty.
        details: the traceback; empty if it is not known.
    """

    text: str
    where: str = ""
    details: str = ""

    def __str__(self) -> str:
        return f"{self.text} ({self.where})" if self.where else self.text


def read_fault(response: Response, logged: list[logging.LogRecord] | None = None) -> Fault | None:
    """The fault that a response shows; None if it shows none.

    `logged` are the records that the SDK wrote during the call, for the traceback.
    """
    if response.data is not None:
        return _sdk_fault(response.data, logged or [])
    if isinstance(response.raw, BaseException):
        error = response.raw
        if not _is_bug(error):
            return None
        text = f"{type(error).__name__}: {one_line(error)}"
        return Fault(text, _place(error.__traceback__), _traceback(error))
    if _PYTHONS_TEXTS.search(response.message):
        return Fault(f"{response.error}: {response.message}")
    return None


@contextmanager
def sdk_records() -> Iterator[list[logging.LogRecord]]:
    """Collect what the SDK logs while the block runs."""
    records: list[logging.LogRecord] = []

    class Collect(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            records.append(record)

    handler = Collect(logging.ERROR)
    logger = logging.getLogger(SDK_LOGGER)
    logger.addHandler(handler)
    try:
        yield records
    finally:
        logger.removeHandler(handler)


def _sdk_fault(data: dict[str, Any], logged: list[logging.LogRecord]) -> Fault | None:
    error = data.get("error")
    if not isinstance(error, dict) or error.get("blame") != "environment":
        return None
    text = f"the SDK reports {error.get('code')}: {error.get('message')}"
    raised = next((r.exc_info[1] for r in reversed(logged) if r.exc_info and r.exc_info[1]), None)
    if raised is None:
        return Fault(text)
    cause = _causes(raised)[0]
    if one_line(cause) not in text:
        text = f"{text}; {type(cause).__name__}: {one_line(cause)}"
    return Fault(text, _place(cause.__traceback__), _traceback(raised))


def _is_bug(error: BaseException) -> bool:
    kinds = {base.__name__ for base in type(error).__mro__}
    if kinds & set(ALWAYS_BUGS):
        return True
    return bool(kinds & set(BUG_KINDS)) and not _was_meant(error.__traceback__)


def _was_meant(trace: TracebackType | None) -> bool:
    """Whether the last line that ran is a `raise` statement of the environment."""
    frames = traceback.extract_tb(trace)
    if not frames:
        return False
    last = frames[-1]
    line = linecache.getline(last.filename, last.lineno or 0).strip()
    return re.match(r"(.*:\s*)?raise\b", line) is not None and not _is_library(last.filename)


def _is_library(filename: str) -> bool:
    """Whether a file belongs to Python, OpenEnv or this project, and not to the environment."""
    if filename.startswith((*_OURS, "<frozen")):
        return True
    packages = "site-packages" in filename
    return "/openenv/" in filename if packages else filename.startswith(_STANDARD_LIBRARY)


def _place(trace: TracebackType | None) -> str:
    """File, line and function of the last frame that is the environment's."""
    own = [frame for frame in traceback.extract_tb(trace) if not _is_library(frame.filename)]
    return f"{Path(own[-1].filename).name}:{own[-1].lineno} in {own[-1].name}" if own else ""


def _causes(error: BaseException) -> list[BaseException]:
    """The exception and those that it was raised from, the first cause first."""
    chain = [error]
    while chain[0].__cause__ is not None and len(chain) < 10:
        chain.insert(0, chain[0].__cause__)
    return chain


def _traceback(error: BaseException) -> str:
    parts = [traceback.format_exception(cause, chain=False) for cause in _causes(error)]
    lines = "".join(line for part in parts for line in part).splitlines()
    return "\n".join(lines if len(lines) <= _MOST_LINES else ["...", *lines[-_MOST_LINES:]])
