"""Messages of the same episodes in several processes, for the checks that compare processes."""

from __future__ import annotations

from collections.abc import Callable, Collection
from concurrent.futures import Future
from typing import Any

from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.engine.check_jobs import Answer, TracesJob
from hallmark_rl.conformance.engine.supervisor import CHANGES, SubjectFailed, Supervisor
from hallmark_rl.conformance.survey.cross_process import portable_episodes
from hallmark_rl.conformance.survey.survey_data import Survey


class CrossProcessTraces:
    """Plays the same episodes in the main process and in one where everything around it differs.

    Args:
        main: the process in which the checks run.
        elsewhere: the process that runs with all `CHANGES`.
        new_supervisor: makes a process with the given changes only.
        survey: what was measured of the subject.
        seconds: deadline of playing the episodes in one process.
    """

    def __init__(
        self,
        main: Supervisor,
        elsewhere: Supervisor,
        new_supervisor: Callable[[Collection[str]], Supervisor],
        survey: Survey,
        seconds: float,
    ) -> None:
        self._elsewhere, self._new_supervisor = elsewhere, new_supervisor
        self._survey, self._seconds = survey.to_dict(), seconds
        self._episodes = [episode.to_dict() for episode in portable_episodes(survey)]
        self._here: Future[Answer] = main.submit(TracesJob(self._episodes, seconds))
        self._compared: dict[str, Any] | None = None

    def compared(self) -> dict[str, Any]:
        """What the checks compare: `episodes`, the messages `elsewhere`, and those `by_cause`.

        If the messages differ, the episodes are played in one more process for each change, with
        that change only. Waits for all of it the first time.
        """
        if self._compared is None:
            there = self._traces(self._elsewhere)
            by_cause: dict[str, Any] = {}
            if _differ(self._here.result().result, there["traces"]):
                others = {change: self._new_supervisor([change]) for change in CHANGES}
                by_cause = {change: self._traces(other) for change, other in others.items()}
            self._compared = {
                "episodes": self._episodes,
                "elsewhere": there,
                "by_cause": by_cause,
            }
        return self._compared

    def _traces(self, supervisor: Supervisor) -> dict[str, Any]:
        """The messages in another process as `traces`, or its `problem`."""
        try:
            supervisor.wait_ready()
            supervisor.send_survey(self._survey)
            answer = supervisor.submit(TracesJob(self._episodes, self._seconds)).result()
        except SubjectFailed as failed:
            return {"traces": None, "problem": str(failed)}
        return {"traces": answer.result, "problem": answer.failure + output_end(answer.output)}


def output_end(output: str) -> str:
    """The end of an output in brackets; empty if there is none."""
    tail = " ".join(output.split())[-300:]
    return f" ({tail})" if tail else ""


def _differ(here: Any, there: Any) -> bool:
    """Whether two processes' traces of the same episodes differ in content, or one is missing."""
    if here is None or there is None:
        return True
    return any(content_difference(*pair) is not None for pair in zip(here, there, strict=True))
