"""SandboxFusion's answer to `POST /run_code`, made of an outcome.

The fields and their meaning are those of SandboxFusion's `RunCodeResponse` (client package
`sandbox-fusion` 0.3.7): `status` is `Success`, `Failed` or `SandboxError`; a run that was not
possible at all is a `SandboxError`, which clients try again.
"""

from __future__ import annotations

import base64
import os
from typing import Any

from hallmark_rl.sandbox.api.outcome import Outcome

_EXIT_CODES = {"ok": 0, "error": 1, "forbidden": 1, "memory": 137, "output": 137, "crash": 139}


def response(outcome: Outcome) -> dict[str, Any]:
    """The answer for the outcome of a script."""
    if outcome.status == "unavailable":
        return sandbox_error(outcome.error.message if outcome.error else "")
    timed_out = outcome.status == "timeout"
    return _response(
        "Success" if outcome.status == "ok" else "Failed",
        "",
        {
            "status": "TimeLimitExceeded" if timed_out else "Finished",
            "execution_time": round(outcome.wall_s, 6),
            "cpu_time": round(outcome.cpu_s, 6),
            "return_code": None if timed_out else _EXIT_CODES[outcome.status],
            "stdout": outcome.stdout,
            "stderr": outcome.stderr + _error_text(outcome),
        },
        {name: base64.b64encode(content).decode() for name, content in outcome.files.items()},
    )


def sandbox_error(message: str) -> dict[str, Any]:
    """The answer for a program that could not be run."""
    return _response("SandboxError", message, None)


def _response(
    status: str,
    message: str,
    run_result: dict[str, Any] | None,
    files: dict[str, str] | None = None,
) -> dict[str, Any]:
    return {
        "status": status,
        "message": message,
        "compile_result": None,
        "run_result": run_result,
        "executor_pod_name": os.environ.get("HOSTNAME"),
        "files": files or {},
    }


def _error_text(outcome: Outcome) -> str:
    """What Python would have printed last: where the error is, and its text."""
    error = outcome.error
    if error is None:
        return ""
    start = "" if outcome.stderr.endswith("\n") or not outcome.stderr else "\n"
    place = f'  File "main.py", line {error.line}\n' if error.line else ""
    return f"{start}{place}{error.type}: {error.message}\n"
