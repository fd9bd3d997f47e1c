"""Repeat every finding in new processes before it is reported.

A second session has an interpreter, a working directory and a survey of its own, and tries the
episode of the finding first. It is what `hallmark replay` does with the stored failure, so that a
reported failure can be replayed. The session starts with the first finding: a run without findings
takes no longer.
"""

from __future__ import annotations

import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from hallmark_rl.conformance.catalogue import catalogue
from hallmark_rl.conformance.catalogue.scheduling import NONDETERMINISM
from hallmark_rl.conformance.checking.found_solutions import FOUND_BY_SEARCH
from hallmark_rl.conformance.core.results import Result, Status
from hallmark_rl.conformance.engine.check_jobs import Answer
from hallmark_rl.conformance.engine.stored_failures import StoredFailures
from hallmark_rl.conformance.engine.supervisor import SubjectFailed, Target
from hallmark_rl.conformance.processes.scratch import remove_scratch
from hallmark_rl.conformance.survey.acceptance import PASSED_BUT

_TRIES = 3
"""How often a finding is repeated if equal conditions may give another result."""

_SHOWN_BY_ONE_EPISODE = frozenset({"contract", "reset", "step", "robustness", "secrecy"})
"""Chapters of properties that one episode can break, without a comparison of returns."""


class SecondSession(Protocol):
    """What is used of `engine.session.Session`."""

    failures: StoredFailures

    def start(self) -> None:
        """Load the subject and make the survey."""

    def submit(self, name: str) -> None:
        """Queue the check of one property."""

    def result(self, name: str) -> Result:
        """Wait for its result."""

    def close(self) -> None:
        """End all processes."""


class RepeatedFindings:
    """Repeats the findings of a session in a second one.

    Args:
        target: what is proved.
        new_session: makes a session from a target, ids and a folder for stored failures.
        is_deterministic: whether the same calls give the same messages. Where they do not, what
            one episode has shown stays a finding even if it does not happen again.
    """

    def __init__(
        self,
        target: Target,
        new_session: Callable[[Target, list[str], Path], SecondSession],
        is_deterministic: Callable[[], bool] = lambda: True,
    ) -> None:
        self._is_deterministic = is_deterministic
        self._target = replace(target, parallel=max(1, target.parallel // 2))
        self._new_session = new_session
        self._scratch = tempfile.TemporaryDirectory(prefix="hallmark-repeat-")
        self._session: SecondSession | None = None
        self._problem = ""
        self._lock = threading.Lock()
        self._pool = ThreadPoolExecutor(self._target.parallel, "repeat")
        self._closed = False

    def watch(
        self, answer: Future[Answer], read: Callable[[], Result], wait_for_all: Callable[[], None]
    ) -> Future[Result]:
        """The final result of a check: its own, or for a finding what the repetition makes of it.

        Args:
            answer: the answer of the check, not yet there.
            read: makes the result from the answer.
            wait_for_all: returns when the first session has nothing left to do. A server may have
                room for one session only, so its findings are repeated after that.
        """
        final: Future[Result] = Future()

        def work(result: Result) -> None:
            try:
                if "://" in self._target.spec:
                    wait_for_all()
                final.set_result(self._repeated(result))
            except BaseException as error:
                final.set_exception(error)

        def received(_: Future[Answer]) -> None:
            result = read()
            if result.status not in ("fail", "error") or self._closed:
                final.set_result(result)
            else:
                self._pool.submit(work, result)

        answer.add_done_callback(received)
        return final

    def close(self) -> None:
        """End the second session, also while it starts."""
        self._closed = True
        self._pool.shutdown(wait=False, cancel_futures=True)
        if self._session is not None:
            self._session.close()
        remove_scratch(self._scratch)

    def _repeated(self, result: Result) -> Result:
        chapter = catalogue()[result.id].chapter
        shown = chapter in _SHOWN_BY_ONE_EPISODE and result.episode is not None
        may_differ = result.id in NONDETERMINISM or (shown and not self._is_deterministic())
        for _ in range(_TRIES if may_differ else 1):
            again = self._check_again(result)
            if again.status in ("fail", "error"):
                figures = {**result.figures, "repeated": "it failed again in a new process"}
                return replace(result, figures=figures)
            passed = again.message.startswith(PASSED_BUT)
            if (
                again.status == "unproved" and not passed
            ):  # no time was left, or nothing can be checked any more
                text = f"it could not be repeated in a new process: {again.message}"
                if FOUND_BY_SEARCH in result.message:  # it counts if a second search supports it
                    message = f"it failed once ({result.message}), and {text}"
                    return replace(result, status="flaky", message=message, script="")
                return replace(result, message=f"{result.message} ({text})")
        if may_differ:
            text = f"seen once, and not in {_TRIES} repetitions in a new process"
            if result.id not in NONDETERMINISM:
                text += "; the same calls do not give the same messages here"
            return replace(result, message=f"{result.message} ({text})")
        observed = again.status + (f", {again.message}" if again.message else "")
        text = f"it failed once ({result.message}), and not again in a new process ({observed})"
        return replace(result, status="flaky", message=text, script="")

    def _check_again(self, result: Result) -> Result:
        session = self._started()
        if session is None:
            in_time = time.monotonic() < self._target.ends
            status: Status = "fail" if self._problem and in_time else "unproved"
            return Result(result.id, status, self._problem)
        with self._lock:
            if result.episode is not None:
                session.failures.store(result.id, {"episode": result.episode})
            session.submit(result.id)
        return session.result(result.id)

    def _started(self) -> SecondSession | None:
        """The second session; None if the subject cannot be loaded again or this is closed."""
        with self._lock:
            if self._session is None and not self._problem and not self._closed:
                self._session = self._new_session(self._target, [], Path(self._scratch.name))
                try:
                    self._session.start()
                except SubjectFailed as failed:
                    self._problem = str(failed)
                if self._closed:  # since it was made
                    self._session.close()
            return None if self._problem or self._closed else self._session
