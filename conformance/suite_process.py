"""Run the suite in a pytest process of its own, and leave no process behind, however it ends.

`hallmark prove` and `hallmark gate` start the suite with `run_suite`. A SIGTERM, a SIGHUP or a
Ctrl-C that reaches the command is handed on: the suite ends its processes and writes a report of
what it has found so far.
"""

from __future__ import annotations

import contextlib
import ctypes
import json
import os
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FrameType

import psutil

from hallmark_rl.command_text import command_text
from hallmark_rl.conformance.processes.forking import adopt_orphans
from hallmark_rl.conformance.pytest_plugin.options import HEADERS_VARIABLE, SUITE_OPTIONS
from hallmark_rl.exit_status import INTERRUPTED, PIPE_CLOSED

# pytest's statuses that mean something else here: 2 interrupted, 4 wrong usage, 5 nothing selected.
_NOTHING_SELECTED = 5
_STATUS = {2: INTERRUPTED, 3: 1, 4: 2, _NOTHING_SELECTED: 2}
_SUITE = Path(__file__).parent
_PR_SET_PDEATHSIG = 1
_SECONDS_TO_END = 15.0


class Terminated(BaseException):
    """A signal asked this process to end; `status` is its exit status, 128 + signal."""

    def __init__(self, number: int) -> None:
        super().__init__(signal.Signals(number).name)
        self.status = 128 + number


def run_suite(env: str, options: Iterable[str], *, headers: Iterable[str] = ()) -> int:
    """Run the suite on an environment; returns an exit status.

    The status is one of `prove.EXIT_CODES`, 2, 141, or 128 + the signal that ended the run.

    Args:
        env: folder, module:Class or address.
        options: pytest's own, and those of the suite.
        headers: HTTP headers for an address. They reach the suite as a variable, because every
            user of the machine can read command lines.

    Raises `KeyboardInterrupt` after the suite has ended, if Ctrl-C reaches this process.
    """
    command = [sys.executable, "-m", "pytest", "-p", "hallmark_rl.pytest_entry", str(_SUITE)]
    # No configuration file, so that a project's pytest settings do not change the outcome.
    command += ["--tb=short", "-p", "no:cacheprovider", "-c", "/dev/null"]
    command += [f"--rootdir={_SUITE.parent}", f"{SUITE_OPTIONS['env'].long}={env}", *options]
    variables = dict(os.environ)
    if headers := list(headers):
        variables[HEADERS_VARIABLE] = json.dumps(headers)
    problem = _output_problem()
    if problem:
        print(f"standard output cannot be written: {problem}", file=sys.stderr)
        return 1
    with _signals_as_exceptions(), _no_process_left():
        suite = subprocess.Popen(command, env=variables, preexec_fn=_terminate_with_parent)
        try:
            status = suite.wait()
        except BaseException as error:
            _end(suite)
            if isinstance(error, Terminated):
                return error.status
            raise
    if status and _stdout_is_closed():
        return PIPE_CLOSED
    if status == _NOTHING_SELECTED:
        print(f"no property was selected; see: {command_text('list')}", file=sys.stderr)
    return 128 - status if status < 0 else _STATUS.get(status, status)


def _end(suite: subprocess.Popen[bytes]) -> None:
    """Let the suite write its report and end; kill it after `_SECONDS_TO_END` seconds."""
    previous = {number: _set(number, signal.SIG_IGN) for number in _ENDING}
    try:
        suite.terminate()
        try:
            suite.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            suite.kill()
            suite.wait()
    finally:
        for number, handler in previous.items():
            _set(number, handler)


_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextlib.contextmanager
def _signals_as_exceptions() -> Iterator[None]:
    """In this context, SIGTERM and SIGHUP raise `Terminated`; a signal that is ignored stays so."""

    def end(number: int, frame: FrameType | None) -> None:
        raise Terminated(number)

    numbers = [
        number
        for number in (signal.SIGTERM, signal.SIGHUP)
        if signal.getsignal(number) is not signal.SIG_IGN
    ]
    previous = {number: _set(number, end) for number in numbers}
    try:
        yield
    finally:
        for number, handler in previous.items():
            _set(number, handler)


def _set(number: int, handler: object) -> object:
    """Set a signal's handler and return the former one; only the main thread can do that."""
    if threading.current_thread() is not threading.main_thread():
        return None
    return signal.signal(number, handler if handler is not None else signal.SIG_DFL)  # type: ignore[arg-type]


@contextlib.contextmanager
def _no_process_left() -> Iterator[None]:
    """At the end, kill every descendant that was started in this context.

    A process whose parent ends becomes a child of this one, so that none escapes.
    """
    own = psutil.Process()
    before = set(own.children(recursive=True))
    adopt_orphans()
    try:
        yield
    finally:
        left = [item for item in own.children(recursive=True) if item not in before]
        for process in left:
            with contextlib.suppress(psutil.Error):
                process.kill()
        psutil.wait_procs(left, timeout=2.0)


def _terminate_with_parent() -> None:
    """Have the kernel send SIGTERM to this process when its parent ends."""
    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM)


def _output_problem() -> str:
    """Why standard output takes no text, such as a full disk; empty if it does."""
    try:
        sys.stdout.flush()
        os.write(sys.stdout.fileno(), b"")
    except BrokenPipeError:
        raise
    except (OSError, ValueError) as error:
        return str(error) if isinstance(error, OSError) and error.errno else ""
    return ""


def _stdout_is_closed() -> bool:
    """Whether nothing reads standard output any more; pytest reports that as a failure."""
    poller = select.poll()
    try:
        poller.register(sys.stdout.fileno(), 0)
        return any(event & select.POLLERR for _, event in poller.poll(0))
    except (OSError, ValueError):  # standard output has no descriptor
        return False
