"""What the fork of each kind of job does."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

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

_MESSAGES = "fresh_messages"
"""Part of what the fork of a check sends: the messages that it has added to those it was given."""
_LARGEST_KEPT, _MOST_KEPT = 100_000, 1000
"""Characters of an episode's messages, and episodes, that are kept for later checks."""


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
        fresh_messages: messages of episodes that were played in fresh processes, by their calls.
    """

    def __init__(self, subject: Subject, config: Mapping[str, Any]) -> None:
        self._subject = subject
        self._config = config
        self._profile: Profile = PROFILES[config["profile"]]
        self._survey: Any = None
        self.fresh_messages: dict[str, Any] = {}

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

    def keep_messages(self, result: Any) -> Any:
        """Keep the messages that a check has added for later checks; its result without them."""
        if isinstance(result, dict):
            added = result.pop(_MESSAGES, None)
            # The environment ran in the fork, and may have written anything.
            if isinstance(added, dict) and len(self.fresh_messages) + len(added) <= _MOST_KEPT:
                kept = {key: data for key, data in added.items() if isinstance(data, list)}
                self.fresh_messages.update(kept)
        return result

    def _small_messages(self, keys: Iterable[str]) -> dict[str, Any]:
        """The messages of these episodes, without those that would take much memory."""
        made = {key: self.fresh_messages[key] for key in keys}
        return {key: data for key, data in made.items() if len(json.dumps(data)) <= _LARGEST_KEPT}

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
                    known = set(self.fresh_messages)
                    result = check_worker.check_property(
                        self._played(), self._survey, profile, seed, self.fresh_messages, job
                    )
                    added = self.fresh_messages.keys() - known
                    return {**result, _MESSAGES: self._small_messages(added)}

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
