"""Play a recorded failure again, and check its property with it."""

from __future__ import annotations

import ast
from typing import Any

from conformance.host import Host, SubjectFailed, Target
from conformance.profiles import PROFILES
from conformance.verdict import Result


def replayed(data: dict[str, Any], spec: str) -> tuple[Result, list[str]]:
    """The outcome of the recorded property on `spec`, and what each call gave."""
    args = data.get("env_args") or "{}"
    target = Target(
        spec,
        PROFILES["quick"],
        data.get("proof", ""),
        ast.literal_eval(args) if isinstance(args, str) else args,
        int(data.get("seed", 0)),
        parallel=1,
    )
    host = Host(target)
    try:
        host.wait_ready()
        survey = host.submit("survey", deadline=60.0).result()
        if "death" in survey:
            return Result(data["property"], "fail", survey["death"]), []
        host.learn(survey["result"])
        shown = host.submit("calls", episode=data["episode"], deadline=30.0).result()
        answer = host.submit(
            "check",
            id=data["property"],
            stored=[data["episode"]],
            how=target.how(),
            extra={},
            deadline=60.0,
        ).result()
    except SubjectFailed as failed:
        return Result(data["property"], "error", str(failed)), []
    finally:
        host.close()
    lines = shown.get("result") or [f"the calls cannot be replayed: {shown.get('death')}"]
    if "death" in answer:
        return Result(data["property"], "fail", answer["death"]), lines
    return Result(**answer["result"]), lines
