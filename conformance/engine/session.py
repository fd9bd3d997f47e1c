"""One run of the suite on a subject: the survey first, then the checks of all chosen properties.

The subject works in a directory with links to what the working directory holds; what it writes
there is removed after the run.
"""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Collection, Mapping
from concurrent.futures import Future, wait
from dataclasses import replace
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.catalogue import Property, catalogue
from hallmark_rl.conformance.catalogue.scheduling import CROSS_PROCESS, SLOW, TIMING_SENSITIVE
from hallmark_rl.conformance.core.atomic_files import replace_text
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import Result
from hallmark_rl.conformance.engine.check_jobs import (
    Answer,
    CallsJob,
    CheckJob,
    PrepareJob,
    SurveyJob,
    TracesJob,
)
from hallmark_rl.conformance.engine.repeated_findings import RepeatedFindings
from hallmark_rl.conformance.engine.supervisor import (
    CHANGES,
    SubjectFailed,
    Supervisor,
    Target,
    absolute_spec,
)
from hallmark_rl.conformance.processes.symlinks import link_contents
from hallmark_rl.conformance.survey.survey_data import Survey

_PLAY_SECONDS = 30.0
"""Deadline of jobs that only play episodes."""


class Session:
    """The subject in its processes. Close it at the end.

    Args:
        target: the subject, and how it is to be proved.
        ids: ids of the properties to check; unknown ones are ignored.
        replays: the folder in which failures are stored, one file for each property.
        repeat_findings: whether a failure counts only if it happens again in new processes.
    """

    def __init__(
        self, target: Target, ids: list[str], replays: Path, *, repeat_findings: bool = False
    ) -> None:
        self.target = target
        self.ids = [name for name in ids if name in catalogue()]
        self.replays = replays
        self.survey: Survey = Survey()
        self._supervisors: list[Supervisor] = []
        self._scratch = tempfile.TemporaryDirectory(prefix="hallmark-work-")
        self._elsewhere: Supervisor | None = None
        self._extra: dict[str, Any] | None = None  # what the cross-process checks compare with
        self._futures: dict[str, Future[Answer]] = {}
        self._repetition = RepeatedFindings(target, Session) if repeat_findings else None
        self._repeated: dict[str, Future[Result]] = {}

    def start(self) -> None:
        """Load the subject, make the survey and queue all checks.

        Raises `SubjectFailed` if the subject cannot be loaded. If it can be loaded but not played,
        one property fails with the reason and all others are unproved.
        """
        with contextlib.suppress(OSError):  # the working directory may be unreadable
            link_contents(Path.cwd(), Path(self._scratch.name))
        main = self._new_supervisor()
        is_server = "://" in self.target.spec
        if CROSS_PROCESS & set(self.ids) and not is_server:
            self._elsewhere = self._new_supervisor(CHANGES)
        main.wait_ready()
        answer = main.submit(SurveyJob(self._survey_deadline())).result()
        survey = answer.result
        if answer.failure:
            text = f"in the first episodes {answer.failure}{_quoted(answer.output)}"
            survey = {"startup": text}
        self.survey = Survey.from_dict(survey)
        if not self.survey.startup:
            main.send_survey(survey)
            if not is_server:
                main.submit(PrepareJob(self._check_deadline()))
        for name in self._in_order():
            self.submit(name)

    def submit(self, name: str) -> None:
        """Queue the check of one property, after `start`."""
        if self.survey.startup:
            self._futures[name] = Future()
            self._futures[name].set_result(Answer(self._unplayable(name).to_dict()))
        else:
            main = self._supervisors[0]
            extra = self._cross_process_extra(main) if name in CROSS_PROCESS else {}
            self._futures[name] = self._submit_check(main, name, extra)
        if self._repetition is not None:
            self._repeated[name] = self._repetition.watch(
                self._futures[name], lambda: self._plain_result(name), self._all_checked
            )

    def _unplayable(self, name: str) -> Result:
        """For a subject that cannot be played: one property fails, the others are unproved."""
        problem = self.survey.startup
        wanted = "time.hang" if "has not returned" in problem else "runtime.startup"
        failing = wanted if wanted in self.ids or not self.ids else self.ids[0]
        if name == failing:
            return Result(name, "fail", problem)
        return Result(name, "unproved", f"not checked: {problem}")

    def _all_checked(self) -> None:
        """Wait for the first result of every property."""
        wait(list(self._futures.values()))

    def _plain_result(self, name: str) -> Result:
        """Wait for the result of one property in this session."""
        answer = self._futures[name].result()
        if answer.failure:
            text = f"while this was checked, {answer.failure}"
            return Result(name, "fail", text, output=answer.output)
        result = Result(**answer.result)
        if not result.output and result.status != "pass":
            result = replace(result, output=answer.output)
        return result

    def result(self, name: str) -> Result:
        """Wait for the result of one property. A failure is stored, for the next run."""
        repeated = self._repeated.get(name)
        result = repeated.result() if repeated is not None else self._plain_result(name)
        if result.status == "fail" and result.episode is not None:
            with contextlib.suppress(OSError):  # the folder may not be writable
                result = replace(result, replay=str(self._save(result)))
        elif result.status == "pass":
            with contextlib.suppress(OSError):
                self._path(name).unlink()
        return result

    def calls(self, episode: Episode) -> list[str]:
        """Play an episode; a line of text for each call and its response."""
        job = CallsJob([episode.to_dict()], _PLAY_SECONDS)
        answer = self._supervisors[0].submit(job).result()
        lines: list[str] = answer.result or [f"not played: {answer.failure}"]
        return lines

    def store(self, name: str, data: dict[str, Any]) -> Path:
        """Write the file of a failure; the check of `name` tries its episode first."""
        path = self._path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_text(path, json.dumps(data, indent=1, ensure_ascii=False) + "\n")
        return path

    def close(self) -> None:
        """End all processes and remove the working directory."""
        if self._repetition is not None:
            self._repetition.close()
        for supervisor in self._supervisors:
            supervisor.close()
        with contextlib.suppress(OSError):
            self._scratch.cleanup()

    def _survey_deadline(self) -> float:
        return 60.0 if self.target.profile.name != "quick" else 30.0

    def _check_deadline(self) -> float:
        """Seconds that one check may take; more for slow environments."""
        slow = 40 * self.survey.step_s + 20 * self.survey.reset_s
        return self.target.profile.deadline + min(slow, 90.0)

    def _in_order(self) -> list[str]:
        """Slow checks first, so that none runs alone at the end; those that wait or measure last.

        At the address of a server nothing can be compared across processes.
        """
        here = [
            name for name in self.ids if self._elsewhere is not None or name not in CROSS_PROCESS
        ]
        return sorted(
            here,
            key=lambda name: (name in CROSS_PROCESS, name in TIMING_SENSITIVE, name not in SLOW),
        )

    def _submit_check(
        self, supervisor: Supervisor, name: str, extra: Mapping[str, Any] | None = None
    ) -> Future[Answer]:
        return supervisor.submit(
            CheckJob(
                id=name,
                how=self.target.how(),
                deadline=self._check_deadline(),
                stored=self._stored(catalogue()[name]),
                extra=extra or {},
                timing_sensitive=name in TIMING_SENSITIVE,
            )
        )

    def _new_supervisor(self, changed: Collection[str] = ()) -> Supervisor:
        supervisor = Supervisor(self.target, Path(self._scratch.name), changed=changed)
        self._supervisors.append(supervisor)
        return supervisor

    def _cross_process_extra(self, main: Supervisor) -> dict[str, Any]:
        """Messages of the same episodes in other processes, played once.

        The first process runs with all `CHANGES`. If its messages differ, the episodes are played
        in one more process for each change, with that change only.
        """
        if self._extra is not None:
            return self._extra
        from hallmark_rl.conformance.survey.cross_process import portable_episodes

        elsewhere = self._elsewhere or self._new_supervisor(CHANGES)
        episodes = [episode.to_dict() for episode in portable_episodes(self.survey)]
        survey = self.survey.to_dict()
        here = main.submit(TracesJob(episodes, _PLAY_SECONDS))
        there = _traces(elsewhere, episodes, survey)
        extra: dict[str, Any] = {"episodes": episodes, "elsewhere": there, "by_cause": {}}
        if _differ(here.result().result, there["traces"]):
            others = {change: self._new_supervisor([change]) for change in CHANGES}
            for change, other in others.items():
                extra["by_cause"][change] = _traces(other, episodes, survey)
        self._extra = extra
        return extra

    def _path(self, name: str) -> Path:
        return self.replays / f"{name}.json"

    def _stored(self, entry: Property) -> list[dict[str, Any]]:
        """Read the episode of a stored failure, if there is one."""
        with contextlib.suppress(OSError, ValueError):
            data = json.loads(self._path(entry.id).read_text(encoding="utf-8"))
            return [data["episode"]]
        return []

    def _save(self, result: Result) -> Path:
        data = {
            "property": result.id,
            "subject": absolute_spec(self.target.spec),
            **self.target.how(),
            "profile": self.target.profile.name,
            "seed": self.target.seed,
            "required": catalogue()[result.id].rule,
            "observed": result.message,
            "episode": result.episode,
        }
        return self.store(result.id, data)


def _traces(
    supervisor: Supervisor, episodes: list[dict[str, Any]], survey: dict[str, Any]
) -> dict[str, Any]:
    """Play the episodes in a different process; their messages as `traces`, or its `problem`."""
    try:
        supervisor.wait_ready()
        supervisor.send_survey(survey)
        answer = supervisor.submit(TracesJob(episodes, _PLAY_SECONDS)).result()
    except SubjectFailed as failed:
        return {"traces": None, "problem": str(failed)}
    return {"traces": answer.result, "problem": answer.failure + _quoted(answer.output)}


def _differ(here: Any, there: Any) -> bool:
    """Whether two processes' traces of the same episodes differ in content, or one is missing."""
    if here is None or there is None:
        return True
    return any(content_difference(*pair) is not None for pair in zip(here, there, strict=True))


def _quoted(output: str) -> str:
    """The end of an output in brackets; empty if there is none."""
    tail = " ".join(output.split())[-300:]
    return f" ({tail})" if tail else ""
