"""One run of the suite on an answer scorer: its processes, the checks of its properties."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.catalogue import scorer_catalogue
from hallmark_rl.conformance.core.results import PropertyViolated, Result
from hallmark_rl.conformance.engine.direct_checks import OUT_OF_TIME, confirmed, run_check
from hallmark_rl.conformance.engine.supervisor import SubjectFailed, Target
from hallmark_rl.conformance.properties import load_scorer_checks
from hallmark_rl.conformance.scorers.pace import Pace
from hallmark_rl.conformance.scorers.scorer_context import ScorerContext, ScorerFinding
from hallmark_rl.conformance.scorers.scorer_declarations import (
    DeclarationError,
    ScorerDeclarations,
    read_declarations,
    read_declared_file,
)
from hallmark_rl.conformance.scorers.scorer_process import (
    Conditions,
    ScorerFailed,
    ScorerProcess,
)
from hallmark_rl.conformance.scorers.scorer_script import scorer_script
from hallmark_rl.conformance.scorers.scorer_spec import Scorer, find_scorer
from hallmark_rl.conformance.scorers.scorer_tasks import (
    Task,
    TaskFileError,
    listed_tasks,
    read_tasks,
)

_CALL_SECONDS = 10.0
_LIMITS = 3.0
"""A call is ended after so many times the CPU seconds that it may take, but not before 10 s."""
_SLOW_NOTE = "it is slow: "
_NONDETERMINISM = ("scorer.deterministic", "scorer.order")
"""To differ once is the failure itself: such a finding need not happen again."""


class ScorerSession:
    """A scorer in its processes. Close it at the end.

    Args:
        target: the scorer by its name, its tasks, and how it is to be proved.
        ids: ids of the properties to check; unknown ones are ignored.
        scorer: where the scorer is, if the target's spec does not say it.
        tasks: its tasks, if they are in no file.
        declared: declarations that add to those of the scorer's module.
        tell: is given a line now and then while a slow scorer is proved.

    Attributes:
        notes: what the report says about the run.
    """

    def __init__(
        self,
        target: Target,
        ids: Sequence[str],
        *,
        scorer: Scorer | None = None,
        tasks: Sequence[Task] | None = None,
        declared: object = None,
        tell: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.target = target
        self.ids = [name for name in ids if name in scorer_catalogue()]
        self.notes: list[str] = []
        self._facts: dict[str, Any] = {}
        self._scorer, self._tasks, self._declared = scorer, tasks, declared
        self._processes: dict[str, ScorerProcess] = {}
        self._others: dict[str, ScorerProcess] = {}
        self._declarations = ScorerDeclarations()
        self._context: ScorerContext | None = None
        self._again: ScorerContext | None = None
        self._results: dict[str, Result] = {}
        self._checked = ""
        self._pace = Pace(tell, self._left, target.ends)

    def start(self) -> None:
        """Read the tasks and load the scorer.

        Raises `SubjectFailed` with one line that says what is wrong with either.
        """
        target = self.target
        try:
            if self._scorer is None:
                self._scorer = find_scorer(target.spec, target.env_args, target.headers)
            if self._tasks is None and not self._scorer.has_tasks:
                self._tasks = read_tasks(Path(target.tasks))
            if self._declared is None and target.proof:
                self._declared = read_declared_file(Path(target.proof))
            self._facts = self._open(self._processes, None).facts
            if self._tasks is None:
                self._tasks = listed_tasks(self._facts.get("tasks"))
            own = self._facts.get("declared")
            both = [item for item in (own, self._declared) if item is not None]
            merged = {key: item for part in both for key, item in _items(part)} if both else None
            self._declarations = read_declarations(merged)
        except (TaskFileError, ScorerFailed, DeclarationError, ValueError) as error:
            self.close()
            raise SubjectFailed(str(error)) from None
        self.notes.append(f"{len(self._tasks)} tasks")
        versions = self._facts.get("versions")
        if isinstance(versions, dict):
            self.notes += [f"{name} {number}" for name, number in sorted(versions.items())]
        self._context = self._new_context(self._processes)
        self._context.notes = self.notes

    @property
    def context(self) -> ScorerContext:
        """What is known about the scorer, for work beside the checks; after `start`."""
        assert self._context is not None
        return self._context

    @property
    def facts(self) -> dict[str, Any]:
        """What the process of the scorer said about it."""
        return dict(self._facts)

    def result(self, name: str, *, at_once: bool = False) -> Result:
        """The result of one property: checked now, unless it has been or the time is over.

        A finding is repeated in processes that have no part in it; one that does not happen again
        is `flaky`. Every batch of calls is a fork of its process as it was after the import, so all
        findings can be repeated in the same ones.
        """
        if name in self._results:
            return self._results[name]
        if at_once or time.monotonic() > self.target.ends or self._context is None:
            return Result(name, "unproved", OUT_OF_TIME)
        self._checked = name
        result = self._check(name, self._context)
        if name not in _NONDETERMINISM:
            result = confirmed(result, lambda: self._check_again(name), "in new processes")
        self._results[name] = result
        self._note_pace()
        return result

    def _left(self) -> str:
        """What is checked and what is left, as a clause."""
        left = len(set(self.ids) - set(self._results) - {self._checked})
        now = f"{self._checked} is checked, " if self._checked else ""
        return f"{now}{left} of {len(self.ids)} properties are left"

    def _note_pace(self) -> None:
        """Keep the note about a slow scorer up to date."""
        self.notes[:] = [note for note in self.notes if not note.startswith(_SLOW_NOTE)]
        if self._pace.is_slow:
            self.notes.append(f"{_SLOW_NOTE}{self._pace.told}, {self._pace.calls} were made")

    def finished(self) -> list[str]:
        """The properties whose checks have ended."""
        return list(self._results)

    def close(self) -> None:
        """End all processes."""
        for processes in (self._processes, self._others):
            for process in processes.values():
                with contextlib.suppress(OSError):
                    process.close()
            processes.clear()

    def _check(self, name: str, context: ScorerContext) -> Result:
        def check() -> None:
            try:
                load_scorer_checks()[name](context)
            except ScorerFailed as error:
                raise PropertyViolated(f"the scorer could not be loaded again: {error}") from error

        def script_of(violation: PropertyViolated) -> str:
            calls = violation.calls if isinstance(violation, ScorerFinding) else []
            return scorer_script(context.scorer, self._facts, calls) if calls else ""

        return run_check(name, check, script_of)

    def _check_again(self, name: str) -> Result:
        if self._again is None:
            self._again = self._new_context(self._others)
        return self._check(name, self._again)

    def _new_context(self, processes: dict[str, ScorerProcess]) -> ScorerContext:
        assert self._scorer is not None
        assert self._tasks is not None
        target = self.target
        context = ScorerContext(
            partial(self._open, processes),
            self._scorer,
            self._tasks,
            self._declarations,
            target.profile,
            target.seed,
        )
        context.ends = target.ends if target.ends < math.inf else math.inf
        return context

    def _open(
        self, processes: dict[str, ScorerProcess], conditions: Conditions | None
    ) -> ScorerProcess:
        """The process with these conditions; it stays open for further calls."""
        key = repr(conditions)
        if key not in processes:
            assert self._scorer is not None
            limit = max(_CALL_SECONDS, _LIMITS * self._declarations.max_seconds)
            processes[key] = ScorerProcess(
                self._scorer, conditions, limit=limit, ends=self.target.ends, pace=self._pace
            )
        return processes[key]


def _items(declared: object) -> list[tuple[str, object]]:
    if not isinstance(declared, dict):
        raise DeclarationError(f"declared is no dict but {type(declared).__name__}")
    return [(str(key), item) for key, item in declared.items()]
