"""Fresh calls where the program cannot be trusted to fork itself: load it anew for each call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hallmark_rl.sandbox.api.limits import Job, Limits
from hallmark_rl.sandbox.api.outcome import CallResult, Outcome

_LEAST_S = 0.001


def run_each_call_alone(run: Callable[[Job, Limits], Outcome], job: Job, limits: Limits) -> Outcome:
    """Run the job once for each call, within one budget of time, and join the outcomes."""
    first = run(replace(job, calls=list(job.calls)[:1], fresh_calls=False), limits)
    parts = [first]
    results = list(_results(first))
    for call in list(job.calls)[1:]:
        if parts[-1].status not in ("ok", "crash") or not results:
            break
        left = replace(
            limits,
            wall_s=max(limits.wall_s - sum(part.wall_s for part in parts), _LEAST_S),
            cpu_s=max(limits.cpu_s - sum(part.cpu_s for part in parts), _LEAST_S),
        )
        parts.append(run(replace(job, calls=[call], fresh_calls=False), left))
        results += _results(parts[-1])
    last = parts[-1]
    return replace(
        last,
        status="ok" if len(results) == len(job.calls) else last.status,
        error=None if len(results) == len(job.calls) else last.error,
        results=tuple(results),
        stdout="".join(part.stdout for part in parts)[: limits.output_bytes],
        stderr="".join(part.stderr for part in parts)[: limits.output_bytes],
        wall_s=sum(part.wall_s for part in parts),
        cpu_s=sum(part.cpu_s for part in parts),
        max_rss_bytes=max(part.max_rss_bytes for part in parts),
    )


def _results(part: Outcome) -> tuple[CallResult, ...]:
    """The answer of one call; a process that died in its call has answered with its death."""
    if part.status == "crash" and not part.results:
        return (CallResult(False, error=part.error),)
    return part.results if part.status == "ok" else ()
