"""Fresh calls for a program that must not fork itself: load it in a new run for each call."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from hallmark_rl.sandbox.api.jobs import Job
from hallmark_rl.sandbox.api.outcome import CallResult, Outcome
from hallmark_rl.sandbox.api.run_limits import Limits

_LEAST_S = 0.001


def reload_for_each_call(
    run: Callable[[Job, Limits], Outcome], job: Job, limits: Limits
) -> Outcome:
    """Do `job` as one `run` for each call, and join the outcomes.

    The runs share `wall_s` and `cpu_s`. They stop at the first that reaches a limit.
    """
    first = run(replace(job, calls=list(job.calls)[:1], fresh_calls=False), limits)
    outcomes = [first]
    results = list(_results(first))
    for call in list(job.calls)[1:]:
        if outcomes[-1].status not in ("ok", "crash") or not results:
            break
        rest = replace(
            limits,
            wall_s=max(limits.wall_s - sum(outcome.wall_s for outcome in outcomes), _LEAST_S),
            cpu_s=max(limits.cpu_s - sum(outcome.cpu_s for outcome in outcomes), _LEAST_S),
        )
        outcomes.append(run(replace(job, calls=[call], fresh_calls=False), rest))
        results += _results(outcomes[-1])
    last = outcomes[-1]
    complete = len(results) == len(job.calls)
    return replace(
        last,
        status="ok" if complete else last.status,
        error=None if complete else last.error,
        results=tuple(results),
        stdout="".join(outcome.stdout for outcome in outcomes)[: limits.output_bytes],
        stderr="".join(outcome.stderr for outcome in outcomes)[: limits.output_bytes],
        wall_s=sum(outcome.wall_s for outcome in outcomes),
        cpu_s=sum(outcome.cpu_s for outcome in outcomes),
        max_rss_bytes=max(outcome.max_rss_bytes for outcome in outcomes),
    )


def _results(outcome: Outcome) -> tuple[CallResult, ...]:
    """The result of the one call of a run; if the run crashed in it, that is the result."""
    if outcome.status == "crash" and not outcome.results:
        return (CallResult(False, error=outcome.error),)
    return outcome.results if outcome.status == "ok" else ()
