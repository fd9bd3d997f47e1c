"""A checker and its candidate, each in a process of its own, with plain data between them."""

from __future__ import annotations

import os
from typing import Any

from hallmark_rl.sandbox.api.levels import Policy
from hallmark_rl.sandbox.api.limits import Job, Limits
from hallmark_rl.sandbox.api.outcome import CheckOutcome
from hallmark_rl.sandbox.host.connection import Exchange, drive
from hallmark_rl.sandbox.host.zygote_client import Zygote
from hallmark_rl.sandbox.protocol.codec import NotPlainData, dumps, unpack

CHECKER_ENTRY = "check"
_TOKEN_BYTES = 7


class _Switchboard:
    """Passes one call at a time from the checker to the candidate, and its answer back."""

    def __init__(self) -> None:
        self.checker: Exchange | None = None
        self.candidate: Exchange | None = None
        self.calls = 0
        self._waiting = False
        self._token = 0  # of the call that waits: who has not read it cannot answer it

    def call(self, form: Any) -> None:
        match unpack(form):
            case [list(), dict()] if not self._waiting:
                pass
            case _:
                raise NotPlainData("A call has an unknown form.")
        self._waiting = True
        self._token = int.from_bytes(os.urandom(_TOKEN_BYTES))
        self.calls += 1
        if self.candidate is None or self.candidate.done:
            self._tell_checker_it_is_gone()
        else:
            self.candidate.ask(dumps([*form, self._token]))

    def answer(self, form: Any, token: Any) -> None:
        if not self._waiting or self.checker is None or token != self._token:
            raise NotPlainData("There is an answer to no call.")
        self._waiting = False
        self.checker.ask(dumps(form))

    def ended(self, exchange: Exchange) -> None:
        if exchange is self.checker and self.candidate is not None:
            self.candidate.no_more()
        elif exchange is self.candidate and self._waiting:
            self._tell_checker_it_is_gone()

    def _tell_checker_it_is_gone(self) -> None:
        if self.checker is not None:
            self.checker.no_more()


def check(
    zygotes: tuple[Zygote, Zygote],
    sources: tuple[str, str],
    entry: str,
    policies: tuple[Policy, Policy],
    limits: Limits,
) -> CheckOutcome:
    """Run `check(candidate)` of the second source against `entry` of the first."""
    board = _Switchboard()
    try:
        board.candidate = Exchange(
            zygotes[0], Job(source=sources[0], entry=entry), policies[0], limits, relay=board.answer
        )
        board.checker = Exchange(
            zygotes[1],
            Job(source=sources[1], entry=CHECKER_ENTRY),
            policies[1],
            limits,
            respond=board.call,
        )
        drive([board.candidate, board.checker], ended=board.ended)
        checker, candidate = board.checker.outcome(), board.candidate.outcome()
    finally:
        for exchange in (board.candidate, board.checker):
            if exchange is not None:
                exchange.close()
    passed = checker.status == candidate.status == "ok"
    return CheckOutcome(passed=passed, checker=checker, candidate=candidate, calls=board.calls)
