"""A sandbox without isolation that runs the tests' own programs in this process.

Its `call` returns what `hallmark_rl.sandbox.Sandbox.call` returns. `test_real_sandbox.py` runs the
same verifiers on the real sandbox.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from hallmark_rl.sandbox import CallResult, Isolation, Outcome, Policy, RunError


def outcome(*values: Any, status: str = "ok", **more: Any) -> Outcome:
    """An outcome with these results, given as values, `RunError`s or `CallResult`s."""
    return Outcome(
        status=status,
        results=tuple(_result(value) for value in values),
        isolation=Isolation("process"),
        policy=Policy.RESTRICTED,
        **more,
    )


def _result(value: Any) -> CallResult:
    if isinstance(value, CallResult):
        return value
    if isinstance(value, RunError):
        return CallResult(False, error=value)
    return CallResult(True, value)


class LocalSandbox:
    """Runs harmless programs."""

    def call(
        self,
        source: str,
        entry: str,
        calls: Sequence[Any],
        *,
        fresh_calls: bool = False,
        report_mutation: bool = False,
    ) -> Outcome:
        """Like `Sandbox.call`."""
        space: dict[str, Any] = {"__name__": "__main__"}
        try:
            exec(source, space)
        except Exception as error:
            return outcome(status="error", error=RunError(type(error).__name__, str(error)))
        results = []
        for arguments in calls:
            if fresh_calls:
                space = {"__name__": "__main__"}
                exec(source, space)
            given = copy.deepcopy(list(arguments))
            try:
                value = space[entry](*given)
            except Exception as error:
                line = error.__traceback__.tb_next.tb_lineno  # type: ignore[union-attr]
                results.append(
                    CallResult(False, error=RunError(type(error).__name__, str(error), line))
                )
            else:
                mutated = given != list(arguments) if report_mutation else None
                results.append(CallResult(True, value, mutated=mutated))
        return outcome(*results)
