"""The status of a run, from how its process ended and what it reported."""

from __future__ import annotations

import os
import signal

from hallmark_rl.sandbox.api.outcome import RunError
from hallmark_rl.sandbox.api.run_limits import Limits
from hallmark_rl.sandbox.host.reply_parser import DECODED_FACTOR, ReplyParser
from hallmark_rl.sandbox.isolation import rlimits
from hallmark_rl.sandbox.isolation.signals import signal_name
from hallmark_rl.sandbox.protocol import framing

_OVERFLOW = signal.SIGSEGV


def classify_outcome(
    report: framing.Report, replies: ReplyParser, overflowed: list[str], limits: Limits
) -> tuple[str, RunError | None]:
    """The status and the error of a run.

    `overflowed` names the streams whose output reached its limit. How the process ended, which the
    zygote measured, takes precedence over what the run reported about itself.
    """
    if report.ended_by == framing.HOST_LIMIT:
        reason = rlimits.HostLimits().problem(limits.memory_bytes, limits.cpu_s)
        reason = reason or "a hard limit of the host is below the limits of the run"
        return "unavailable", RunError("Unavailable", f"The run was not started: {reason}.")
    if overflowed:
        message = f"{overflowed[0]} exceeds {limits.output_bytes} bytes."
        return "output", RunError("OutputLimit", message)
    if replies.oversize:
        return "output", results_too_large(limits)
    if report.ended_by == framing.WALL:
        return "timeout", wall_timeout(limits)
    if report.ended_by == framing.CPU:
        return "timeout", cpu_timeout(limits)
    if replies.fault:
        return "crash", RunError("BadReply", f"The reply of the run is not valid: {replies.fault}")
    if report.ended_by == framing.KILLED:
        return "crash", RunError("Killed", "The caller killed the run.")
    code = os.waitstatus_to_exitcode(report.wait_status)
    if code == -signal.SIGXCPU:
        return "timeout", cpu_timeout(limits)
    if code < 0:
        hint = " Recursion that needs more stack than there is does that." * (code == -_OVERFLOW)
        text = f"The program was killed by {signal_name(-code)}.{hint}"
        return "crash", RunError("Crash", text)
    if code or replies.status is None:
        return "crash", RunError(
            "Exit", f"The process exited with status {code} before the program had ended."
        )
    if replies.status == "memory":
        return "memory", RunError("MemoryError", f"Needed more than {limits.memory_bytes} bytes.")
    return replies.status, replies.error


def wall_timeout(limits: Limits) -> RunError:
    """The error of a run that took `wall_s`."""
    return RunError("Timeout", f"Still running after {limits.wall_s:g} s.")


def cpu_timeout(limits: Limits) -> RunError:
    """The error of a run that used `cpu_s`."""
    return RunError("Timeout", f"Used {limits.cpu_s:g} s of CPU time.")


def results_too_large(limits: Limits) -> RunError:
    """The error of a run whose results exceed `result_bytes`, encoded or decoded."""
    size = limits.result_bytes
    text = f"The results exceed {size} bytes, or {DECODED_FACTOR} times that when decoded."
    return RunError("OutputLimit", text)
