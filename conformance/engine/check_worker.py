"""Check one property, in a process of its own; the result is plain data."""

from __future__ import annotations

import json
import os
import socket
import time
import traceback
from collections.abc import Callable
from typing import Any

from hallmark_rl.conformance.checking.context import Lab
from hallmark_rl.conformance.checking.registry import Entry, entries
from hallmark_rl.conformance.checking.search import explore, shortened
from hallmark_rl.conformance.core.episode import Episode, script
from hallmark_rl.conformance.core.profiles import Profile
from hallmark_rl.conformance.core.results import Broken, Excluded, Result, Unproved
from hallmark_rl.conformance.processes.forking import Death, die_with_parent, in_fork
from hallmark_rl.conformance.survey.model import Survey
from hallmark_rl.sdk.subject.description import Subject

HANGS = 8.0
"""Seconds after which a call that has not returned is said to hang, not to be slow."""


def check_property(
    subject: Subject,
    survey: Survey,
    profile: Profile,
    seed: int,
    played: dict[str, Any],
    job: dict[str, Any],
) -> dict[str, Any]:
    """The result of the property `job["id"]`. `job["stored"]` are episodes to try first.

    `played` are episodes that were played in processes of their own, before any property ran.
    """
    entry = entries()[job["id"]]
    clean = CleanProcess(subject, survey, profile) if entry.clean else None
    extra = {**(job.get("extra") or {}), "stored": job.get("stored", [])}
    lab = Lab(subject, survey, profile, seed=seed, clean=clean, extra=extra)
    lab.played.update(played)
    began = time.perf_counter()
    result = _outcome(lab, entry, job)
    figures = {"budget_left": round(lab.left(), 2), **lab.figures}
    return {**result.to_dict(), "seconds": time.perf_counter() - began, "figures": figures}


def _outcome(lab: Lab, entry: Entry, job: dict[str, Any]) -> Result:
    name = job["id"]
    try:
        if entry.episode is not None:
            stored = [Episode.from_dict(data) for data in job.get("stored", ())]
            explore(lab, entry.episode, stored, odd=entry.odd)
        elif entry.whole is not None:
            entry.whole(lab)
        return Result(name, "pass")
    except Broken as broken:
        if entry.episode is not None and broken.episode is not None:
            broken = shortened(lab, entry.episode, broken, 0.5)
        episode = broken.episode
        return Result(
            name,
            "fail",
            broken.observed,
            episode=None if episode is None else episode.to_dict(),
            script=""
            if episode is None
            else script(
                episode, name, lab.subject.spec, **job["how"], inside=bool(lab.survey.home)
            ),
        )
    except Excluded as excluded:
        return Result(name, "excluded", str(excluded))
    except Unproved as unproved:
        return Result(name, "unproved", str(unproved))
    except Exception as error:
        where = traceback.format_exc(limit=-4)
        return Result(name, "error", f"{type(error).__name__}: {error}", output=where)


def out_of_time(job: dict[str, Any], call: str, seconds: float) -> dict[str, Any]:
    """The result of a check that is still running: a hanging call, or too much for the profile."""
    if seconds > HANGS:
        text = f"{call} has not returned after {seconds:.0f} s"
        return Result(job["id"], "fail", text).to_dict()
    text = "too slow to be checked in this profile's time: use --profile thorough"
    return Result(job["id"], "excluded", text).to_dict()


class CleanProcess:
    """A fork that has played nothing; each episode it is given is played in a fork of it."""

    def __init__(self, subject: Subject, survey: Survey, profile: Profile) -> None:
        here, there = socket.socketpair()
        self._pid = os.fork()
        if self._pid:
            there.close()
            self._stream = here.makefile("rw")
            return
        here.close()
        die_with_parent()
        _serve(there, lambda data: Lab(subject, survey, profile).plain(Episode.from_dict(data)))

    def __call__(self, episode: dict[str, Any]) -> Any:
        """The messages of the episode, or how its process died."""
        self._stream.write(json.dumps(episode) + "\n")
        self._stream.flush()
        line = self._stream.readline()
        if not line:
            return Death("the clean process is gone")
        answer = json.loads(line)
        return Death(answer["death"]) if isinstance(answer, dict) else answer


def _serve(sock: socket.socket, play: Callable[[dict[str, Any]], Any]) -> None:
    try:
        with sock.makefile("rw") as stream:
            for line in stream:
                data = json.loads(line)
                result = in_fork(lambda data=data: play(data), 15.0)  # type: ignore[misc]
                answer = {"death": str(result)} if isinstance(result, Death) else result
                stream.write(json.dumps(answer) + "\n")
                stream.flush()
    finally:
        os._exit(0)
