"""What a run says, read as what it is: the words of somebody who may lie."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hallmark_rl.sandbox.api.outcome import CallResult, RunError
from hallmark_rl.sandbox.protocol.codec import NotPlainData, loads, unpack
from hallmark_rl.sandbox.protocol.framing import split_frames

_OVERHEAD = 64 << 10
_ENDS = ("ok", "error", "forbidden", "memory")
_CRASHED = RunError("Crash", "The process of this call died before it answered.")


class Replies:
    """Collects frames until the end, a fault or the size limit; then it is `closed`."""

    def __init__(
        self,
        expected: int,
        limit: int,
        *,
        respond: Callable[[Any], None] | None = None,
        relay: Callable[[Any, Any], None] | None = None,
    ) -> None:
        self.answers: list[CallResult] = []
        self.status: str | None = None
        self.error: RunError | None = None
        self.violations: tuple[RunError, ...] = ()
        self.fault = ""
        self.oversize = False
        self.closed = False
        self._left = limit + _OVERHEAD
        self._expected, self._respond, self._relay = expected, respond, relay
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        """Take what arrived; nothing means that the run has closed its end."""
        self._left -= len(data)
        if self._left < 0:
            self.oversize = self.closed = True
            return
        if not data:
            self.closed = True
            if self._buffer and not self.fault:
                self.fault = "its last reply is cut off"
            return
        self._buffer += data
        try:
            for payload in split_frames(self._buffer):
                self._take(loads(payload))
        except NotPlainData as error:
            self._fail(str(error))

    def _fail(self, why: str) -> None:
        self.fault = why
        self.closed = True

    def _take(self, form: Any) -> None:
        if type(form) is not list or not form or type(form[0]) is not str:
            raise NotPlainData("A reply is a list that starts with its kind.")
        kind, *rest = form
        if self.status is not None:
            raise NotPlainData("There is a reply after the end.")
        if kind == "end":
            self._finish(rest)
        elif kind == "call" and self._respond is not None and len(rest) == 1:
            self._respond(rest[0])
        elif self._relay is not None:
            token = rest.pop() if rest else None
            answer(kind, list(rest))
            self._relay([kind, *rest], token)
        elif len(self.answers) < self._expected:
            self.answers.append(answer(kind, rest))
        else:
            raise NotPlainData("There are more answers than calls.")

    def _finish(self, rest: list[Any]) -> None:
        status = rest[0] if rest else None
        if status not in _ENDS or len(rest) < 2:
            raise NotPlainData("The end has no known status.")
        if status == "ok" and self._expected != len(self.answers):
            raise NotPlainData("There are fewer answers than calls.")
        if status == "forbidden":
            self.violations = tuple(
                _error([f"Forbidden {fields[0]}"[:80], *fields[1:]])
                for fields in rest[2:]
                if type(fields) is list and len(fields) == 4
            )
            if not self.violations:
                raise NotPlainData("A refusal names no violation.")
            self.error = self.violations[0]
        elif status == "error":
            self.error = _error(rest[1])
        self.status = status


def answer(kind: str, rest: list[Any]) -> CallResult:
    """One answer; raises `NotPlainData` when it is not in order."""
    if kind == "crash" and not rest:
        return CallResult(False, error=_CRASHED)
    mutated = None
    if len(rest) == (2 if kind == "ok" else 5):
        mutated = rest.pop()
        if mutated is not None and type(mutated) is not bool:
            raise NotPlainData("`mutated` is not a truth value.")
    if kind == "ok" and len(rest) == 1:
        return CallResult(True, unpack(rest[0]), mutated=mutated)
    if kind == "error":
        return CallResult(False, error=_error(rest), mutated=mutated)
    raise NotPlainData("A reply has an unknown form.")


def _error(fields: Any) -> RunError:
    if type(fields) is list and len(fields) == 4:
        kind, message, line, column = fields
        if type(kind) is str and type(message) is str:
            numbers = [n if type(n) is int and 0 <= n < 1 << 31 else None for n in (line, column)]
            return RunError(kind[:80], message[:4000], *numbers)
    raise NotPlainData("An error is not described as one.")
