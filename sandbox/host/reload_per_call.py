"""Fresh calls for a program that must not fork itself: load it in a new run for each call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hallmark_rl.sandbox.api.jobs import Job
from hallmark_rl.sandbox.api.outcome import CallResult, Outcome, RunError
from hallmark_rl.sandbox.api.run_limits import Limits
from hallmark_rl.sandbox.host.cancellation import current_cancellation
from hallmark_rl.sandbox.host.reply_parser import OVERHEAD_BYTES
from hallmark_rl.sandbox.host.run_connection import RunUsage
from hallmark_rl.sandbox.host.status import cpu_timeout, results_too_large, wall_timeout

_LEAST_S = 0.001

RunOnce = Callable[[Job, Limits], tuple[Outcome, RunUsage]]


def reload_for_each_call(run: RunOnce, job: Job, limits: Limits) -> Outcome:
    """Do `job` as one `run` for each call, and join the outcomes.

    The runs share all limits but `memory_bytes`. They stop at the first that reaches a limit, or
    that is cancelled.
    """
    outcomes: list[Outcome] = []
    results: list[CallResult] = []
    used = RunUsage(0, 0, 0)
    left, overflowed, too_large = limits, "", False
    cancellation = current_cancellation.get()
    for calls in [[call] for call in job.calls] or [[]]:
        outcome, usage = run(replace(job, calls=calls, fresh_calls=False), left)
        outcomes.append(outcome)
        results += _results(outcome)
        used = RunUsage(*map(sum, zip(used, usage, strict=True)))
        overflowed = _overflowed(used, limits)
        too_large = used.results > limits.result_bytes + OVERHEAD_BYTES
        if outcome.status not in ("ok", "crash") or len(results) < len(outcomes):
            break
        if overflowed or too_large or (cancellation and cancellation.cancelled):
            break
        left = replace(
            left,
            wall_s=max(left.wall_s - outcome.wall_s, _LEAST_S),
            cpu_s=max(left.cpu_s - outcome.cpu_s, _LEAST_S),
            result_bytes=max(limits.result_bytes - used.results, 1),
        )
    last = outcomes[-1]
    status, error = last.status, last.error
    if overflowed:
        text = f"{overflowed} exceeds {limits.output_bytes} bytes."
        status, error = "output", RunError("OutputLimit", text)
    elif too_large:
        status, error = "output", results_too_large(limits)
    elif len(results) == len(job.calls):
        status, error = "ok", None
    elif status == "output" and not (last.stdout_truncated or last.stderr_truncated):
        error = results_too_large(limits)
    elif status == "timeout":
        error = cpu_timeout(limits) if error == cpu_timeout(left) else wall_timeout(limits)
    return replace(
        last,
        status=status,
        error=error,
        results=tuple(results),
        stdout=_cut("".join(outcome.stdout for outcome in outcomes), limits.output_bytes),
        stderr=_cut("".join(outcome.stderr for outcome in outcomes), limits.output_bytes),
        stdout_truncated=last.stdout_truncated or used.stdout > limits.output_bytes,
        stderr_truncated=last.stderr_truncated or used.stderr > limits.output_bytes,
        wall_s=sum(outcome.wall_s for outcome in outcomes),
        cpu_s=sum(outcome.cpu_s for outcome in outcomes),
        max_rss_bytes=max(outcome.max_rss_bytes for outcome in outcomes),
    )


def _overflowed(used: RunUsage, limits: Limits) -> str:
    """The stream of which all runs together wrote more than `output_bytes`; empty if none."""
    for name, size in (("stdout", used.stdout), ("stderr", used.stderr)):
        if size > limits.output_bytes:
            return name
    return ""


def _cut(text: str, size: int) -> str:
    """The beginning of a text, at most `size` bytes in UTF-8."""
    return text.encode()[:size].decode(errors="ignore")


def _results(outcome: Outcome) -> tuple[CallResult, ...]:
    """The result of the one call of a run; if the run crashed in it, that is the result."""
    if outcome.status == "crash" and not outcome.results:
        return (CallResult(False, error=outcome.error),)
    return outcome.results if outcome.status == "ok" else ()
