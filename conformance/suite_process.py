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
from collections.abc import Iterable
from pathlib import Path

from hallmark_rl.command_text import command_text
from hallmark_rl.conformance.processes.clean_end import (
    ENDING_SIGNALS,
    Terminated,
    no_process_left,
    set_handler,
    signals_as_exceptions,
)
from hallmark_rl.conformance.pytest_plugin.options import HEADERS_VARIABLE, SUITE_OPTIONS
from hallmark_rl.exit_status import INTERRUPTED, PIPE_CLOSED

# pytest's statuses that mean something else here: 2 interrupted, 4 wrong usage, 5 nothing selected.
_NOTHING_SELECTED = 5
_STATUS = {2: INTERRUPTED, 3: 1, 4: 2, _NOTHING_SELECTED: 2}
_SUITE = Path(__file__).parent
_PR_SET_PDEATHSIG = 1
_SECONDS_TO_END = 15.0


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
    command += ["-p", "no:hypothesispytest"]  # its summary would import Hypothesis
    command += [f"--rootdir={_SUITE.parent}", f"{SUITE_OPTIONS['env'].long}={env}", *options]
    variables = dict(os.environ)
    if headers := list(headers):
        variables[HEADERS_VARIABLE] = json.dumps(headers)
    problem = _output_problem()
    if problem:
        print(f"standard output cannot be written: {problem}", file=sys.stderr)
        return 1
    with signals_as_exceptions(), no_process_left():
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
    previous = {number: set_handler(number, signal.SIG_IGN) for number in ENDING_SIGNALS}
    try:
        suite.terminate()
        try:
            suite.wait(_SECONDS_TO_END)
        except subprocess.TimeoutExpired:
            suite.kill()
            suite.wait()
    finally:
        for number, handler in previous.items():
            set_handler(number, handler)


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
