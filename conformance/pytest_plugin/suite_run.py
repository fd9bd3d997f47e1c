"""One run of the suite under pytest: selection, verdicts, exit status, reports."""

from __future__ import annotations

import contextlib
import json
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hallmark_rl.conformance.catalogue import Property, all_properties
from hallmark_rl.conformance.core.profiles import Profile
from hallmark_rl.conformance.core.results import Result
from hallmark_rl.conformance.core.subject_name import subject_name
from hallmark_rl.conformance.engine.session import Session
from hallmark_rl.conformance.engine.subject_kind import kind_of
from hallmark_rl.conformance.engine.supervisor import SubjectFailed, Target
from hallmark_rl.conformance.reporting import Report, Row, write_all, write_json
from hallmark_rl.conformance.reporting.terminal import print_report
from hallmark_rl.conformance.reporting.waivers import Waivers

if TYPE_CHECKING:
    from hallmark_rl.conformance.engine.gym_session import GymSession
    from hallmark_rl.conformance.engine.harbor_session import HarborSession
    from hallmark_rl.conformance.engine.scorer_session import ScorerSession

NOT_PROVED = 6
_FAILED = {"MUST": "broken", "HEURISTIC": "suspicion", "SHOULD": "should"}
"""The verdict on a property that fails, by its level."""
_EVIDENCE = {"oracle", "secrets", "exploits", "invalid", "invariances", "code", "functions"}


def select(entry: Property, profile: Profile, *, black_box: bool) -> bool:
    """Whether a run with this profile checks a property; `black_box` leaves out evidence."""
    return profile.covers(entry.profile) and not (black_box and _EVIDENCE & set(entry.needs))


def judged(entry: Property, result: Result, waivers: Waivers | None = None) -> Row:
    """The row of the report for an outcome, with its meaning for the verdict."""
    verdict: str = result.status
    if result.status in ("fail", "error"):
        verdict = _FAILED[entry.level]
        if entry.level == "MUST" and result.status == "error":
            verdict = "error"
        if waivers is not None and waivers.covers(entry.id):
            verdict = "waived"
    elif result.status == "flaky" and entry.level != "MUST":
        verdict = "excluded"
    return Row(**vars(result), verdict=verdict)


class SuiteRun:
    """The state of a run. It is a pytest plugin: it collects outcomes, including those of xdist.

    Args:
        waivers: file of accepted failures.
        report_dir: folder for the reports; None for `.hallmark/NAME`.
        replays: folder for recorded failures.
    """

    def __init__(self, waivers: str | None, report_dir: str | None, replays: str) -> None:
        self.waivers = Waivers.read(Path(waivers)) if waivers else Waivers()
        self.rows: dict[str, Row] = {}
        self._report_dir = report_dir
        self._replays = replays
        self._session: Session | ScorerSession | GymSession | HarborSession | None = None
        self.target: Target | None = None
        self._began = time.time()
        self._written: dict[str, Path] = {}
        self._unwritten = ""
        self._chosen = 0
        self._entries: dict[str, Property] = {}
        self.ended_by: signal.Signals | None = None
        self._notes: list[str] = []
        self._stopped = ""
        self._next_write = 0.0

    def start(
        self, chosen: list[Property], tell: Callable[[str], None] = lambda line: None
    ) -> None:
        """Load the subject and queue the checks of the chosen properties.

        `tell` is given a line now and then while a slow scorer is proved.
        """
        target = self.target
        assert target is not None
        self._chosen = len(chosen)
        self._entries = {entry.id: entry for entry in chosen}
        self._session = self._session_of(target, list(self._entries), tell)
        try:
            self._session.start()
        except SubjectFailed as failure:
            self._stopped = f"it was not started: {failure}"
            self._close()
            raise
        finally:
            self._notes = self._session.notes if self._session is not None else []

    def _session_of(
        self, target: Target, ids: list[str], tell: Callable[[str], None]
    ) -> Session | ScorerSession | GymSession | HarborSession:
        """The session for the kind of the subject.

        Only an environment is checked in other processes: the sessions of the other kinds import
        all checks, Hypothesis and numpy.
        """
        kind = kind_of(target.spec)
        if kind in ("scorer", "task_set"):
            from hallmark_rl.conformance.engine.scorer_session import ScorerSession

            return ScorerSession(target, ids, tell=tell)
        if kind == "gym":
            from hallmark_rl.conformance.engine.gym_session import GymSession

            return GymSession(target, ids)
        if kind == "harbor":
            from hallmark_rl.conformance.engine.harbor_session import HarborSession

            return HarborSession(target, ids)
        replays = Path(self._replays) / subject_name(target.spec)
        return Session(target, ids, replays, repeat_findings=True)

    def result(self, entry: Property) -> Result:
        """The outcome of one property."""
        if self._session is None:
            return Result(entry.id, "error", "the run was not started")
        return self._session.result(entry.id)

    def judged(self, entry: Property, result: Result) -> Row:
        """The row of the report for an outcome, with its meaning for the verdict."""
        return judged(entry, result, self.waivers)

    def pytest_runtest_logreport(self, report: Any) -> None:
        """Collect an outcome."""
        for key, value in getattr(report, "user_properties", ()):
            if key == "hallmark" and report.when == "call":
                row = Row(**json.loads(value))
                self.rows[row.id] = row
                self._write_so_far(is_finding=row.verdict in ("broken", "error", "should"))

    def _write_so_far(self, *, is_finding: bool) -> None:
        """Bring report.json up to date: after each finding, else once in a second.

        A run that is killed leaves it behind, with the number of properties without a result.
        """
        now = time.monotonic()
        if is_finding or now > self._next_write:
            self._next_write = now + 1.0
            report = self.report("the run has not ended")
            if report is not None:
                with contextlib.suppress(OSError):  # write_reports says so at the end
                    write_json(report, self._folder(report))

    def report(self, stopped: str = "") -> Report | None:
        """The outcomes so far; None if no property was chosen.

        `stopped` says why the run is not complete, if it is not.
        """
        if self.target is None or not (self.rows or self._chosen):
            return None
        stopped = stopped or self._stopped
        order = list(all_properties())
        rows = sorted(self.rows.values(), key=lambda row: order.index(row.id))
        return Report(
            subject=self.target.spec,
            name=subject_name(self.target.spec),
            profile=self.target.profile.name,
            seed=self.target.seed,
            seconds=time.time() - self._began,
            rows=rows,
            unused_waivers=self.waivers.complaints([row.id for row in rows]),
            unchecked=max(0, self._chosen - len(rows)),
            notes=self._notes,
            stopped=stopped if len(rows) < self._chosen else "",
        )

    def exit_status(self, status: int) -> int:
        """The exit status for pytest's own `status`.

        It differs if pytest passed: 1 if a waiver is unused, `NOT_PROVED` if only evidence is
        missing; and if SIGTERM ended the run: 143.
        """
        if self.ended_by == signal.SIGTERM:
            return 128 + signal.SIGTERM
        report = self.report()
        if report is None or status not in (0, 1):
            return status
        if report.count("broken") or report.count("error") or report.unused_waivers:
            return 1
        missing = report.unproved or report.count("flaky")
        return NOT_PROVED if missing and status == 0 else status

    def write_reports(self) -> None:
        """Write every report file."""
        report = self.report()
        if report is not None:
            try:
                self._written = write_all(report, self._folder(report))
            except OSError as error:
                self._unwritten = f"no report was written ({error}): choose --report-dir"

    def _folder(self, report: Report) -> Path:
        return Path(self._report_dir or Path(".hallmark") / report.name)

    def print_summary(self, terminal: Any) -> None:
        """Print the table that ends pytest's output."""
        report = self.report()
        if report is not None:
            print_report(report, terminal, self._written)
            if self._unwritten:
                terminal.write_line(self._unwritten)

    def finish(self, *, interrupted: bool) -> None:
        """End the subject's processes; after an interruption, keep the results that are there."""
        if interrupted and self._session is not None:
            name = self.ended_by.name if self.ended_by is not None else "an interruption"
            self._stopped = f"the run was ended by {name}"
            for name in self._session.finished():
                if name not in self.rows:
                    entry = self._entries[name]
                    self.rows[name] = self.judged(entry, self._session.result(name, at_once=True))
        self._close()

    def _close(self) -> None:
        if self._session is not None:
            self._session.close()
            self._session = None
