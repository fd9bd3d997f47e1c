"""Jobs as the JSON objects that the service reads."""

from __future__ import annotations

import base64
import dataclasses
from typing import Any

from hallmark_rl.sandbox.api.jobs import Job
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.api.run_limits import Limits
from hallmark_rl.sandbox.protocol.codec import pack


def job_object(job: Job, policy: Policy, limits: Limits) -> dict[str, Any]:
    """The body of a request to `/v1/call`.

    Args:
        job: what to run.
        policy: the language policy if the job names none.
        limits: the limits if the job names none.

    Raises `NotPlainData` or `TypeError` for arguments of calls that cannot be sent.
    """
    return {
        "source": job.source,
        "entry": job.entry,
        "calls": [
            pack({"args": list(call.args), "kwargs": dict(call.kwargs)}) for call in job.each_call()
        ],
        "stdin": job.stdin,
        "fresh_calls": job.fresh_calls,
        "report_mutation": job.report_mutation,
        "policy": str(job.policy or policy),
        "limits": dataclasses.asdict(job.limits or limits),
        "files": {name: base64.b64encode(content).decode() for name, content in job.files.items()},
        "scratch": job.scratch,
        "outputs": list(job.outputs),
    }
