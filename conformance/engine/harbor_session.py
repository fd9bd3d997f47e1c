"""One run of the suite on a Harbor task, or on a folder of them."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from hallmark_rl.conformance.catalogue import harbor_catalogue
from hallmark_rl.conformance.core.results import PropertyViolated, Result
from hallmark_rl.conformance.engine.direct_checks import OUT_OF_TIME, confirmed, run_check
from hallmark_rl.conformance.engine.supervisor import SubjectFailed, Target
from hallmark_rl.conformance.harbor import PREFIX
from hallmark_rl.conformance.harbor.harbor_context import (
    HarborContext,
    HarborFinding,
    harbor_script,
)
from hallmark_rl.conformance.properties import load_harbor_checks
from hallmark_rl.sdk.harbor.harbor_task import HarborTask, TaskError, find_tasks

_NONDETERMINISM = ("harbor.repeatable",)
"""To differ once is the failure itself: such a finding need not happen again."""


class HarborSession:
    """The tasks and the results so far. Nothing stays open between two checks.

    Args:
        target: the tasks and how they are to be proved.
        ids: ids of the properties to check; unknown ones are ignored.

    Attributes:
        notes: what the report says about the run.
    """

    def __init__(self, target: Target, ids: Sequence[str]) -> None:
        self.target = target
        self.ids = [name for name in ids if name in harbor_catalogue()]
        self.notes: list[str] = []
        self._tasks: list[HarborTask] = []
        self._context: HarborContext | None = None
        self._results: dict[str, Result] = {}

    def start(self) -> None:
        """Read the tasks; raises `SubjectFailed` with one line that says what is wrong."""
        try:
            self._tasks = find_tasks(Path(self.target.spec.removeprefix(PREFIX)))
        except TaskError as error:
            raise SubjectFailed(str(error)) from None
        self._context = HarborContext(self._tasks, self.target.profile)
        count = len(self._tasks)
        self.notes.append(f"{count} tasks" if count > 1 else f"the task {self._tasks[0].name}")
        self.notes.append("scripts run with the programs of this machine, without network")

    def result(self, name: str, *, at_once: bool = False) -> Result:
        """The result of one property: checked now, unless it has been or the time is over.

        A finding is repeated with new trials; one that does not happen again is `flaky`.
        """
        if name in self._results:
            return self._results[name]
        if at_once or time.monotonic() > self.target.ends or self._context is None:
            return Result(name, "unproved", OUT_OF_TIME)
        result = self._check(name, self._context)
        if name not in _NONDETERMINISM and result.status == "fail":
            again = HarborContext(self._tasks, self.target.profile)
            result = confirmed(result, lambda: self._check(name, again), "a second time")
        self._results[name] = result
        return result

    def finished(self) -> list[str]:
        """The properties whose checks have ended."""
        return list(self._results)

    def close(self) -> None:
        """Nothing is left open."""

    def _check(self, name: str, context: HarborContext) -> Result:
        def script_of(violation: PropertyViolated) -> str:
            if not isinstance(violation, HarborFinding) or not violation.plays:
                return ""
            return harbor_script(violation.task, violation.plays)

        return run_check(name, lambda: load_harbor_checks()[name](context), script_of)
