"""One run of the suite on a subject: the survey first, then the checks of all chosen properties.

The subject works in a directory with links to what the working directory holds; what it writes
there is removed after the run.
"""

from __future__ import annotations

import contextlib
import math
import tempfile
import time
from collections.abc import Collection, Mapping
from concurrent.futures import Future, wait
from concurrent.futures import TimeoutError as FutureTimeout
from dataclasses import replace
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.catalogue import catalogue
from hallmark_rl.conformance.catalogue.scheduling import CROSS_PROCESS, TIMING_SENSITIVE, in_order
from hallmark_rl.conformance.checking.found_solutions import uses_found_solutions
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import Result
from hallmark_rl.conformance.engine.check_jobs import (
    Answer,
    CallsJob,
    CheckJob,
    OracleSearchJob,
    PrepareJob,
    SurveyJob,
    WarmUpJob,
)
from hallmark_rl.conformance.engine.cross_process_traces import CrossProcessTraces, output_end
from hallmark_rl.conformance.engine.deadlines import (
    check_seconds,
    play_seconds,
    search_seconds,
    survey_seconds,
    usual_survey_seconds,
)
from hallmark_rl.conformance.engine.repeated_findings import RepeatedFindings
from hallmark_rl.conformance.engine.stored_failures import StoredFailures
from hallmark_rl.conformance.engine.supervisor import CHANGES, SubjectFailed, Supervisor, Target
from hallmark_rl.conformance.processes.scratch import remove_scratch
from hallmark_rl.conformance.processes.symlinks import link_contents
from hallmark_rl.conformance.survey.survey_data import Survey

_OUT_OF_TIME = "the time budget ended"


class Session:
    """The subject in its processes. Close it at the end.

    Args:
        target: the subject, and how it is to be proved.
        ids: ids of the properties to check; unknown ones are ignored.
        replays: the folder in which failures are stored, one file for each property.
        repeat_findings: whether a failure counts only if it happens again in new processes.

    Attributes:
        failures: the stored failures.
        notes: what the report says about the run, such as what was loaded.
    """

    def __init__(
        self, target: Target, ids: list[str], replays: Path, *, repeat_findings: bool = False
    ) -> None:
        self.target = target
        self.ids = [name for name in ids if name in catalogue()]
        self.failures = StoredFailures(replays, target)
        self.survey: Survey = Survey()
        self.notes: list[str] = []
        self._unchecked = ""  # why no property can be checked, through no fault of the subject
        self._suite_error = ""  # what the suite raised in the first episodes
        self._supervisors: list[Supervisor] = []
        self._closed = False
        self._scratch = tempfile.TemporaryDirectory(prefix="hallmark-work-")
        self._elsewhere: Supervisor | None = None
        self._traces: CrossProcessTraces | None = None
        self._futures: dict[str, Future[Answer]] = {}
        self._repetition = (
            RepeatedFindings(target, Session, lambda: self.survey.deterministic)
            if repeat_findings
            else None
        )
        self._repeated: dict[str, Future[Result]] = {}

    def start(self) -> None:
        """Load the subject, make the survey and queue all checks.

        Raises `SubjectFailed` if the subject cannot be loaded. If it can be loaded but not played,
        one property fails with the reason and all others are unproved.
        """
        if self._closed:
            raise SubjectFailed("the session was closed before it started")
        with contextlib.suppress(OSError):  # the working directory may be unreadable
            link_contents(Path.cwd(), Path(self._scratch.name))
        main = self._new_supervisor()
        is_server = self.target.is_server
        if CROSS_PROCESS & set(self.ids) and not is_server:
            self._elsewhere = self._new_supervisor(CHANGES)
        main.wait_ready()
        self.notes += main.notes
        if not is_server:
            for supervisor in filter(None, (self._elsewhere, main)):
                warmed = supervisor.submit(WarmUpJob(survey_seconds(self.target)))
            note = warmed.result().result
            self.notes += [note] if note else []
        self._make_survey(main)
        if not (self._suite_error or self._unchecked or self.survey.startup):
            if not self.survey.solutions and uses_found_solutions(self.ids or list(catalogue())):
                self._search_solutions(main)
            main.send_survey(self.survey.to_dict())
            if not is_server:
                main.submit(PrepareJob(check_seconds(self.target, self.survey)))
            if self._elsewhere is not None:
                self._start_traces(self._elsewhere)  # before the checks, which take longer
        for name in in_order(self.ids):
            self.submit(name)

    def _make_survey(self, main: Supervisor) -> None:
        deadline, usual = survey_seconds(self.target), usual_survey_seconds(self.target)
        answer = main.submit(SurveyJob(deadline)).result()
        if deadline < usual and _is_unfinished(answer):
            self._unchecked = f"{_OUT_OF_TIME} in the first episodes{_call_text(answer)}"
            return
        survey = answer.result
        if answer.of_suite:
            self._suite_error = answer.failure
            return
        if answer.failure:
            text = f"in the first episodes {answer.failure}{output_end(answer.output)}"
            survey = {"startup": text}
        self.survey = Survey.from_dict(survey)
        if self.survey.unavailable:
            self._unchecked = f"not checked: {self.survey.startup}"

    def _search_solutions(self, main: Supervisor) -> None:
        """Add to the survey the solutions that a search finds, or why it found none.

        Only for a subject without the author's oracle. A search that hangs or ends its process
        costs its own deadline and nothing else.
        """
        survey = self.survey.to_dict()
        main.send_survey(survey)
        answer = main.submit(OracleSearchJob(search_seconds(self.target))).result()
        found = dict(answer.result or {"how": f"the search failed: {answer.failure}"})
        survey["solutions"] = found.pop("solutions", [])
        survey["found"] = found
        self.survey = Survey.from_dict(survey)

    def submit(self, name: str) -> None:
        """Queue the check of one property, after `start`."""
        settled = self._settled(name)
        if settled is not None:
            self._futures[name] = Future()
            self._futures[name].set_result(Answer(settled.to_dict()))
        else:
            main = self._supervisors[0]
            extra = self._compared_traces() if name in CROSS_PROCESS else {}
            self._futures[name] = self._submit_check(main, name, extra)
        if self._repetition is not None:
            self._repeated[name] = self._repetition.watch(
                self._futures[name], lambda: self._plain_result(name), self._all_checked
            )

    def _settled(self, name: str) -> Result | None:
        """The result of a property that needs no check; None if it needs one.

        For a subject that cannot be played one property fails, and the others are unproved.
        """
        if self._suite_error:
            return Result(name, "error", self._suite_error)
        if self._unchecked:
            return Result(name, "unproved", self._unchecked)
        if problem := self.survey.startup:
            wanted = "time.hang" if "has not returned" in problem else "runtime.startup"
            failing = wanted if wanted in self.ids or not self.ids else self.ids[0]
            if name == failing:
                return Result(name, "fail", problem)
            return Result(name, "unproved", f"not checked: {problem}")
        if self.target.is_server and name in CROSS_PROCESS:
            text = (
                "only the address of a running server is given: prove its folder in process as well"
            )
            return Result(name, "excluded", text)
        return None

    def _start_traces(self, elsewhere: Supervisor) -> CrossProcessTraces:
        self._traces = CrossProcessTraces(
            self._supervisors[0],
            elsewhere,
            self._new_supervisor,
            self.survey,
            play_seconds(self.survey),
        )
        return self._traces

    def _compared_traces(self) -> dict[str, Any]:
        traces = self._traces or self._start_traces(self._new_supervisor(CHANGES))
        return traces.compared()

    def _all_checked(self) -> None:
        """Wait for the first result of every property."""
        wait(list(self._futures.values()))

    def _plain_result(self, name: str) -> Result:
        """Wait for the result of one property in this session."""
        answer = self._futures[name].result(self._seconds_left())
        if answer.of_suite:
            return Result(name, "error", answer.failure, output=answer.output)
        if answer.failure:
            text = f"while this was checked, {answer.failure}"
            return Result(name, "fail", text, output=answer.output)
        result = Result(**answer.result)
        if not result.output and result.status != "pass":
            result = replace(result, output=answer.output)
        return result

    def _seconds_left(self) -> float | None:
        """Seconds until the end of the time budget; None without one."""
        left = self.target.ends - time.monotonic()
        return max(0.0, left) if left < math.inf else None

    def result(self, name: str, *, at_once: bool = False) -> Result:
        """The result of one property; a failure is stored, for the next run.

        Waits for it, unless `at_once` is true or the time budget ends. Then a property without a
        result is unproved, and a finding that was not repeated says so.
        """
        repeated = self._repeated.get(name)
        try:
            if repeated is None:
                result = self._plain_result(name)
            else:
                result = repeated.result(0.0 if at_once else self._seconds_left())
        except FutureTimeout:
            result = self._result_without_waiting(name)
        if result.status == "fail" and result.episode is not None:
            with contextlib.suppress(OSError):  # the folder may not be writable
                result = replace(result, replay=str(self.failures.save(result)))
        elif result.status == "pass":
            with contextlib.suppress(OSError):
                self.failures.forget(name)
        return result

    def _result_without_waiting(self, name: str) -> Result:
        if not self._futures[name].done():
            return Result(name, "unproved", f"{_OUT_OF_TIME} before it was checked")
        result = self._plain_result(name)
        if result.status in ("fail", "error"):
            text = "there was no time to repeat it in a new process"
            return replace(result, message=f"{result.message} ({text})")
        return result

    def finished(self) -> list[str]:
        """The properties whose checks have ended."""
        return [name for name, future in self._futures.items() if future.done()]

    def calls(self, episode: Episode) -> list[str]:
        """Play an episode; a line of text for each call and its response."""
        job = CallsJob([episode.to_dict()], play_seconds(self.survey))
        answer = self._supervisors[0].submit(job).result()
        lines: list[str] = answer.result or [f"not played: {answer.failure}"]
        return lines

    def close(self) -> None:
        """End all processes and remove the working directory, also while this starts."""
        self._closed = True
        if self._repetition is not None:
            self._repetition.close()
        for supervisor in self._supervisors:
            supervisor.close()
        remove_scratch(self._scratch)

    def _submit_check(
        self, supervisor: Supervisor, name: str, extra: Mapping[str, Any] | None = None
    ) -> Future[Answer]:
        return supervisor.submit(
            CheckJob(
                id=name,
                how=self.target.how(),
                deadline=check_seconds(self.target, self.survey, name),
                stored=self.failures.episodes(name),
                extra=extra or {},
                timing_sensitive=name in TIMING_SENSITIVE,
            )
        )

    def _new_supervisor(self, changed: Collection[str] = ()) -> Supervisor:
        supervisor = Supervisor(self.target, Path(self._scratch.name), changed=changed)
        self._supervisors.append(supervisor)
        if self._closed:
            supervisor.close()
        return supervisor


def _is_unfinished(answer: Answer) -> bool:
    """Whether a survey ended at its deadline, but not in a call that seems to hang."""
    startup = str((answer.result or {}).get("startup", ""))
    return "return within" in answer.failure or startup.startswith("the first few episodes")


def _call_text(answer: Answer) -> str:
    """The call in which a survey was ended, if it is known."""
    _, colon, call = str((answer.result or {}).get("startup", "")).partition(": ")
    return f": {call}" if colon else ""
