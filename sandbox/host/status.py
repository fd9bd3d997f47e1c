"""From how a process ended and what it had said, to the status of its run."""

from __future__ import annotations

import os
import signal

from hallmark_rl.sandbox.api.limits import Limits
from hallmark_rl.sandbox.api.outcome import RunError
from hallmark_rl.sandbox.host.reply_parser import Replies
from hallmark_rl.sandbox.protocol import framing


def conclude(
    report: framing.Report, replies: Replies, overflowed: list[str], limits: Limits
) -> tuple[str, RunError | None]:
    """The status and the error of a run: how it ended counts before what it said."""
    if overflowed:
        message = f"{overflowed[0]} went over {limits.output_bytes} bytes."
        return "output", RunError("OutputLimit", message)
    if replies.oversize:
        return "output", RunError("OutputLimit", f"Results exceed {limits.result_bytes} bytes.")
    if report.ended_by == framing.WALL:
        return "timeout", RunError("Timeout", f"Still running after {limits.wall_s:g} s.")
    if report.ended_by == framing.CPU:
        return "timeout", RunError("Timeout", f"Used {limits.cpu_s:g} s of CPU time.")
    if replies.fault:
        return "crash", RunError("BadReply", f"The program broke its reply: {replies.fault}")
    if report.ended_by == framing.KILLED:
        return "crash", RunError("Killed", "The run was stopped from outside.")
    code = os.waitstatus_to_exitcode(report.wait_status)
    if code == -signal.SIGXCPU:
        return "timeout", RunError("Timeout", f"Used {limits.cpu_s:g} s of CPU time.")
    if code < 0:
        return "crash", RunError("Crash", f"The program died of {_name(-code)}.")
    if code or replies.status is None:
        return "crash", RunError(
            "Exit", f"The program left with exit status {code} before its end."
        )
    if replies.status == "memory":
        return "memory", RunError("MemoryError", f"Needed more than {limits.memory_bytes} bytes.")
    return replies.status, replies.error


def _name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
