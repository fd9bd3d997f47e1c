"""Run a checker against a candidate, in two processes that exchange plain data."""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import Any

from hallmark_rl.sandbox.api.jobs import Job
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.api.outcome import CheckOutcome
from hallmark_rl.sandbox.api.run_limits import Limits
from hallmark_rl.sandbox.host.event_loop import run_event_loop
from hallmark_rl.sandbox.host.run_connection import RunConnection
from hallmark_rl.sandbox.host.zygote_client import ZygoteClient
from hallmark_rl.sandbox.protocol.codec import NotPlainData, dumps, unpack

CHECKER_ENTRY = "check"
_TOKEN_BYTES = 7


class _CallRelay:
    """Passes calls from the checker to the candidate, one at a time, and the answers back."""

    def __init__(self) -> None:
        self.checker: RunConnection | None = None
        self.candidate: RunConnection | None = None
        self.calls = 0
        self._waiting = False
        self._token = 0  # of the call in progress: only a process that read the call can answer it

    def on_call(self, form: Any) -> None:
        """Pass a call on to the candidate."""
        match unpack(form):
            case [list(), dict()] if not self._waiting:
                pass
            case _:
                raise NotPlainData("A call has an unknown form.")
        self._waiting = True
        self._token = int.from_bytes(os.urandom(_TOKEN_BYTES))
        self.calls += 1
        if self.candidate is None or self.candidate.done:
            self._end_calls()
        else:
            self.candidate.send(dumps([*form, self._token]))

    def on_answer(self, form: Any, token: Any) -> None:
        """Pass an answer on to the checker."""
        if not self._waiting or self.checker is None or token != self._token:
            raise NotPlainData("There is an answer to no call.")
        self._waiting = False
        self.checker.send(dumps(form))

    def on_end(self, connection: RunConnection) -> None:
        """When one run has ended, let the other know."""
        if connection is self.checker and self.candidate is not None:
            self.candidate.close_input()
        elif connection is self.candidate and self._waiting:
            self._end_calls()

    def _end_calls(self) -> None:
        """Close the checker's input, which raises in its call to the candidate."""
        if self.checker is not None:
            self.checker.close_input()


def run_check(
    zygotes: tuple[ZygoteClient, ZygoteClient],
    sources: tuple[str, str],
    entry: str,
    policies: tuple[Policy, Policy],
    limits: Limits,
) -> CheckOutcome:
    """Run `check(candidate)` of the checker against the function `entry` of the candidate.

    `zygotes`, `sources` and `policies` are those of the candidate and of the checker.
    """
    relay = _CallRelay()
    jobs = Job(source=sources[0], entry=entry), Job(source=sources[1], entry=CHECKER_ENTRY)
    with ExitStack() as opened:
        relay.candidate = opened.enter_context(
            RunConnection.open(zygotes[0], jobs[0], policies[0], limits, on_answer=relay.on_answer)
        )
        relay.checker = opened.enter_context(
            RunConnection.open(zygotes[1], jobs[1], policies[1], limits, on_call=relay.on_call)
        )
        run_event_loop([relay.candidate, relay.checker], on_end=relay.on_end)
        checker, candidate = relay.checker.outcome(), relay.candidate.outcome()
    passed = checker.status == candidate.status == "ok"
    return CheckOutcome(passed=passed, checker=checker, candidate=candidate, calls=relay.calls)
