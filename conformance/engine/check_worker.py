"""Check one property in this process; the result is plain data."""

from __future__ import annotations

import json
import os
import socket
import sys
import time
import traceback
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from hallmark_rl import conformance
from hallmark_rl.conformance.catalogue import catalogue
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.found_solutions import found_label, survey_for
from hallmark_rl.conformance.checking.kept_plays import KeptPlays
from hallmark_rl.conformance.checking.registry import RegisteredCheck
from hallmark_rl.conformance.checking.search import search_for_violation, shrink
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.profiles import Profile
from hallmark_rl.conformance.core.reproduce import reproduction_script
from hallmark_rl.conformance.core.results import (
    CUT_SHORT,
    EvidenceMissing,
    NotApplicable,
    PropertyViolated,
    Result,
)
from hallmark_rl.conformance.core.short_text import shorten
from hallmark_rl.conformance.engine.check_jobs import CheckJob
from hallmark_rl.conformance.processes.forking import ForkFailure, die_with_parent, run_in_fork
from hallmark_rl.conformance.processes.watchdog import IN_PROGRESS, hang_seconds
from hallmark_rl.conformance.properties import load_checks
from hallmark_rl.conformance.survey.acceptance import acceptance_problem
from hallmark_rl.conformance.survey.survey_data import Survey
from hallmark_rl.sdk.subject.description import Subject

_FINAL_SHRINK_SECONDS = 0.5


def check_property(
    subject: Subject,
    survey: Survey,
    profile: Profile,
    seed: int,
    kept: KeptPlays,
    job: CheckJob,
) -> dict[str, Any]:
    """Check the property `job.id`; its `Result` as a dict. Exceptions become results as well.

    Args:
        subject: the environment.
        survey: what was measured before.
        profile: the amount of work.
        seed: seed of the suite's own choices.
        kept: what was played before; what this check plays in a fresh process, and solutions, are
            added.
        job: the property and what its check needs.
    """
    registered = load_checks()[job.id]
    survey = survey_for(catalogue()[job.id], survey)
    context = CheckContext(
        subject,
        survey,
        profile,
        seed=seed,
        fresh_process=(
            FreshProcess(subject, survey, profile) if registered.needs_fresh_process else None
        ),
        extra={**job.extra, "stored": job.stored},
    )
    IN_PROGRESS.allowed = context.declared.step_s
    # Without a fresh process, episodes are played in forks of one that has played others.
    is_fresh = registered.needs_fresh_process
    context.kept = kept if is_fresh else KeptPlays(dict(kept.messages), kept.solutions)
    began = time.perf_counter()
    result = _run_check(context, registered, job)
    if result.status == "pass":
        vacuous = acceptance_problem(survey, catalogue()[job.id].needs)
        result = Result(job.id, "unproved", vacuous) if vacuous else result
    found = found_label(catalogue()[job.id], survey)
    if found and result.status in ("pass", "fail"):
        text = f"{result.message} ({found})" if result.message else found
        result = replace(result, message=text)
    figures = {"budget_left": round(context.seconds_left(), 2), **context.figures}
    return replace(result, seconds=time.perf_counter() - began, figures=figures).to_dict()


def _run_check(context: CheckContext, registered: RegisteredCheck, job: CheckJob) -> Result:
    try:
        if registered.episode is not None:
            search_for_violation(
                context,
                registered.episode,
                odd=registered.odd_actions,
                long=registered.long_episodes,
            )
        elif registered.whole is not None:
            registered.whole(context)
        return Result(job.id, "pass")
    except PropertyViolated as violation:
        if registered.episode is not None and violation.episode is not None:
            violation = shrink(context, registered.episode, violation, _FINAL_SHRINK_SECONDS)
        return _failure(context, job, violation)
    except (NotApplicable, EvidenceMissing) as reason:
        return Result(job.id, reason.status, str(reason))
    except Exception as error:
        return _unexpected(context, job, error)


def _unexpected(context: CheckContext, job: CheckJob, error: Exception) -> Result:
    """The result of a check that raised: whose code is innermost in the traceback decides.

    An exception of the environment is a failure of the property. One of proof.py leaves it
    unproved, and one of the suite is an error that says nothing about the environment.
    """
    text = f"{type(error).__name__}: {error}"
    where = traceback.format_exc(limit=-4)
    owner = raised_by(context.subject, error)
    if owner == "environment":
        return Result(job.id, "fail", f"the environment raised {text}", output=where)
    if owner == "proof":
        return Result(job.id, "unproved", f"proof.py raised {text}", output=where)
    return Result(job.id, "error", f"the suite raised {text}", output=where)


def raised_by(subject: Subject, error: BaseException) -> Literal["environment", "proof", "suite"]:
    """Whose code raised an exception: that of the innermost frame which belongs to either.

    Frames of libraries belong to who called them.
    """
    suite = str(Path(conformance.__file__).parent)
    modules = {getattr(made, "__module__", "") for made in (subject.env_class, subject.make)}
    own = {getattr(sys.modules.get(name), "__file__", "") for name in modules if name}
    proof = getattr(subject.proof, "__file__", None)
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        path = Path(frame.filename)
        if frame.filename == proof or path.name == "proof.py":
            return "proof"
        if frame.filename in own or (subject.root is not None and _is_below(path, subject.root)):
            return "environment"
        if _is_below(path, Path(suite)) or _is_below(path.resolve(), Path(suite).resolve()):
            return "suite"
    return "suite"


def _is_below(path: Path, folder: Path) -> bool:
    return path.is_relative_to(folder) and "site-packages" not in path.relative_to(folder).parts


def _failure(context: CheckContext, job: CheckJob, violation: PropertyViolated) -> Result:
    episode = violation.episode
    if episode is None:
        observed = shorten(violation.observed, 4000)
        return Result(job.id, violation.status, observed, output=violation.details)
    inside = bool(context.survey.home)
    script = reproduction_script(
        episode,
        job.id,
        context.subject.spec,
        **job.how,
        profile=context.profile.name,
        seed=context.seed,
        inside=inside,
    )
    return Result(
        job.id,
        violation.status,
        shorten(violation.observed, 4000),
        episode=episode.to_dict(),
        script=script,
        output=violation.details,
    )


def overdue_result(
    property_id: str, call: str, seconds: float, *, cut_short: bool = False
) -> dict[str, Any]:
    """The result of a check that has not ended in time, as a dict.

    Args:
        property_id: id of the property.
        call: the call on the environment in progress; empty between calls.
        seconds: how long that call has lasted. The property fails if this is more than
            `hang_seconds()`. If not, the check is too slow for the profile: it is unproved.
        cut_short: whether the time budget of the run has shortened the deadline.
    """
    if seconds > hang_seconds():
        text = f"{call} has not returned after {seconds:.0f} s"
        return Result(property_id, "fail", text).to_dict()
    if cut_short:
        text = CUT_SHORT
        text += f": {call} had not returned after {seconds:.1f} s" if call else ""
        return Result(property_id, "unproved", text).to_dict()
    text = "too slow to be checked in this profile's time: use --profile thorough"
    return Result(property_id, "unproved", text).to_dict()


class FreshProcess:
    """A fresh process (see `CheckContext`). It plays each episode in a fork, and so stays fresh.

    Args:
        subject: the environment.
        survey: what was measured before.
        profile: the amount of work.
    """

    def __init__(self, subject: Subject, survey: Survey, profile: Profile) -> None:
        ours, theirs = socket.socketpair()
        self._pid = os.fork()
        if self._pid:
            theirs.close()
            self._stream = ours.makefile("rw")
            return
        ours.close()
        die_with_parent()

        def play(data: dict[str, Any]) -> Any:
            context, episode = CheckContext(subject, survey, profile), Episode.from_dict(data)
            for _ in range(data.get("times", 1) - 1):
                context.play_messages(episode)
            return context.play_messages(episode)

        _serve(theirs, play)

    def __call__(self, episode: dict[str, Any]) -> Any:
        """Play an episode given as a dict; its messages, or a `ForkFailure`.

        If it has an item `times`, it is played so often, each time by a new instance in the same
        process; the messages are those of the last time.
        """
        self._stream.write(json.dumps(episode) + "\n")
        self._stream.flush()
        line = self._stream.readline()
        if not line:
            return ForkFailure("the fresh process has ended")
        answer = json.loads(line)
        return ForkFailure(answer["failure"]) if isinstance(answer, dict) else answer


def _serve(sock: socket.socket, play: Callable[[dict[str, Any]], Any]) -> None:
    """Read episodes as lines of JSON; write the messages of each, or how its fork failed."""
    try:
        with sock.makefile("rw") as stream:
            for line in stream:
                data = json.loads(line)
                result = run_in_fork(lambda data=data: play(data), 15.0)  # type: ignore[misc]
                failed = isinstance(result, ForkFailure)
                answer = {"failure": str(result)} if failed else result
                stream.write(json.dumps(answer) + "\n")
                stream.flush()
    finally:
        os._exit(0)
