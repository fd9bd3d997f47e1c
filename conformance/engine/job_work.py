"""What the fork of each kind of job does."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from hallmark_rl.conformance.checking.kept_plays import KeptPlays
from hallmark_rl.conformance.core.profiles import PROFILES, Profile
from hallmark_rl.conformance.core.results import EvidenceMissing
from hallmark_rl.conformance.engine import first_start
from hallmark_rl.conformance.engine.check_jobs import (
    CallsJob,
    CheckJob,
    Job,
    OracleSearchJob,
    PrepareJob,
    SurveyJob,
    TracesJob,
    WarmUpJob,
)
from hallmark_rl.conformance.engine.load_subject import MISSING_FILE, enter_subject_folder
from hallmark_rl.conformance.engine.separate_instances import (
    shares_one_instance,
    with_separate_instances,
)
from hallmark_rl.conformance.processes.forking import freeze_objects
from hallmark_rl.conformance.processes.watchdog import hang_seconds
from hallmark_rl.sdk.subject.description import Subject

_PLAYED = "played"
"""Part of what the fork of a check sends: what it has played and later checks need not."""


@dataclass(frozen=True)
class Work:
    """What the fork of a job does.

    Attributes:
        run: makes the result, plain data.
        overdue: the result if `run` has not returned shortly before the deadline, from the call
            on the environment in progress and the seconds it has lasted; None for no result.
    """

    run: Callable[[], Any]
    overdue: Callable[[str, float], Any] | None = None


class JobWork:
    """The work of jobs on one subject.

    Args:
        subject: the environment.
        config: what the supervisor sent: `profile`, `seed`, `home`.

    Attributes:
        kept: what checks have played.
    """

    def __init__(self, subject: Subject, config: Mapping[str, Any]) -> None:
        self._subject = subject
        self._config = config
        self._profile: Profile = PROFILES[config["profile"]]
        self._survey: Any = None
        self.kept = KeptPlays()

    def keep_survey(self, survey: dict[str, Any]) -> None:
        """Keep the survey, given as a dict, that all further jobs start from."""
        from hallmark_rl.conformance.actions.source_trees import read_ahead
        from hallmark_rl.conformance.survey.survey_data import Survey

        self._survey = Survey.from_dict(survey)
        with contextlib.suppress(OSError):
            read_ahead(self._subject)
        freeze_objects()
        if self._survey.home and self._config["home"]:
            os.chdir(self._survey.home)

    def keep_plays(self, result: Any) -> Any:
        """Keep what a check has played for later checks; its result without it."""
        if isinstance(result, dict):
            self.kept.add(result.pop(_PLAYED, None))
        return result

    def work(self, job: Job, budget: float) -> Work:
        """What the fork does for a job. Imports are done here, before the fork.

        A check gets at most `budget` seconds.
        """
        if isinstance(job, WarmUpJob):
            return Work(lambda: first_start.measure_starts(self._subject))
        if isinstance(job, SurveyJob):
            return Work(self._make_survey, lambda call, spent: _survey_overdue(job, call, spent))
        from hallmark_rl.conformance.checking.check_context import CheckContext
        from hallmark_rl.conformance.engine import check_worker, recordings
        from hallmark_rl.conformance.properties import load_checks

        load_checks()
        profile = replace(self._profile, budget=min(self._profile.budget, budget))
        seed = int(self._config.get("seed", 0))

        def context() -> CheckContext:
            return CheckContext(self._played(), self._survey, profile, seed=seed)

        match job:
            case CheckJob():

                def check() -> dict[str, Any]:
                    earlier = KeptPlays(dict(self.kept.messages), dict(self.kept.solutions))
                    result = check_worker.check_property(
                        self._played(), self._survey, profile, seed, self.kept, job
                    )
                    return {**result, _PLAYED: self.kept.added_to(earlier)}

                return Work(
                    check,
                    lambda call, spent: check_worker.overdue_result(
                        job.id, call, spent, cut_short=job.cut_short
                    ),
                )
            case OracleSearchJob():
                from hallmark_rl.conformance.oracle_search.find_solutions import find_solutions

                return Work(lambda: find_solutions(self._played(), self._survey, profile).to_dict())
            case PrepareJob():
                return Work(lambda: recordings.prepare(context()))
            case TracesJob():
                return Work(lambda: recordings.traces(context(), job.episodes))
            case CallsJob():
                return Work(lambda: recordings.calls(context(), job.episodes))

    def _played(self) -> Subject:
        """The subject, with an instance for each episode even if its factory returns one for all.

        Called in the fork: the constructor may start threads.
        """
        if self._survey.shared_instance:
            return with_separate_instances(self._subject)
        return self._subject

    def _make_survey(self) -> dict[str, Any]:
        from hallmark_rl.conformance.survey.collect import collect_survey

        shared = shares_one_instance(self._subject)
        subject = with_separate_instances(self._subject) if shared else self._subject
        try:
            survey = collect_survey(subject, self._profile)
        except EvidenceMissing as reason:  # a server had no session left, or has ended
            return {"startup": str(reason), "unavailable": True}
        if MISSING_FILE in survey.startup and enter_subject_folder(self._config):
            survey = collect_survey(subject, self._profile)
        survey.shared_instance = shared
        survey.home = os.getcwd() if os.getcwd() == self._config["home"] else ""
        return survey.to_dict()


def _survey_overdue(job: SurveyJob, call: str, seconds: float) -> dict[str, Any]:
    """A survey that only says why it was not finished."""
    problem = (
        f"{call} has not returned after {seconds:.0f} s"
        if seconds > hang_seconds()
        else f"the first few episodes take more than {job.deadline:.0f} s"
        + (f": {call} had not returned after {seconds:.1f} s" if call else "")
    )
    return {"startup": problem}
