"""Isolation: other sessions, other processes, and the machine around them."""

from __future__ import annotations

import os
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.checking.context import Lab, Plain
from hallmark_rl.conformance.checking.registry import check, each_episode
from hallmark_rl.conformance.client.in_process import Seen
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode import Call, Episode
from hallmark_rl.conformance.core.results import Broken, Excluded
from hallmark_rl.conformance.processes.symlinks import show


@check("isolation.fresh_instances")
def fresh_instances(lab: Lab) -> None:
    made = [lab.local().env for _ in range(3)]
    if len({id(env) for env in made}) < len(made):
        raise Broken("the factory returns the same instance twice")
    server = lab.subject.server
    if server is not None:
        served = [server._env_factory() for _ in range(2)]
        if served[0] is served[1]:
            raise Broken("the server's factory returns the same instance twice")


@each_episode("isolation.sessions", clean=True)
def sessions(lab: Lab, episode: Episode) -> None:
    """Two episodes, call by call in turn, against each alone."""
    lab.require_deterministic()
    for shift in (1, 0):
        _require_apart(lab, episode, shift)


def _require_apart(lab: Lab, episode: Episode, shift: int) -> None:
    other = Episode.of((episode.seed or 0) + shift, _partner(lab, episode), "beside")
    alone = [lab.pristine(episode), lab.pristine(other)]
    drivers = [lab.local(), lab.local()]
    seen: list[list[Seen]] = [[], []]
    calls: list[Call] = []
    for place in range(max(len(episode.calls), len(other.calls))):
        for session, one in enumerate((episode, other)):
            if place < len(one.calls) and not (seen[session] and over(seen[session][-1])):
                call = one.calls[place]
                calls.append(Call(call.op, call.action, call.options, session))
                seen[session].append(lab.call(drivers[session], call))
    shown = Episode(tuple(calls), "interleaved")
    for session, one in enumerate((episode, other)):
        lab.require_same(
            one,
            alone[session],
            [message.plain() for message in seen[session]],
            f"session {session} interleaved against alone",
            show=shown,
        )


def _partner(lab: Lab, episode: Episode) -> list[dict[str, Any]]:
    solved = [one.actions for one in lab.survey.solutions if not one.error]
    return solved[0] if solved and episode.label != "solution" else episode.actions


def over(seen: Seen) -> bool:
    return seen.done or seen.data is None


@check("isolation.threads", clean=True)
def threads(lab: Lab) -> None:
    lab.require_deterministic()
    lab.require_capability_absent("single_session", "one session at a time")
    if not getattr(lab.subject.env_class, "SUPPORTS_CONCURRENT_SESSIONS", False):
        raise Excluded("SUPPORTS_CONCURRENT_SESSIONS is False")
    episodes = lab.corpus()[:6]
    alone = [lab.pristine(episode) for episode in episodes]
    rounds = 1 if lab.survey.step_s > 0.05 else 5
    for _ in range(rounds):
        seen: list[Plain] = [[] for _ in episodes]
        interval = sys.getswitchinterval()
        sys.setswitchinterval(1e-5)

        def work(place: int, into: list[Plain]) -> None:
            into[place] = lab.plain(episodes[place])

        try:
            workers = [
                threading.Thread(target=work, args=(place, seen)) for place in range(len(episodes))
            ]
            for worker in workers:
                worker.start()
            for worker in workers:
                worker.join(30)
        finally:
            sys.setswitchinterval(interval)
        for episode, expected, found in zip(episodes, alone, seen, strict=True):
            lab.require_same(episode, expected, found, "in parallel threads against alone")


def _require_portable(lab: Lab, cause: str, what: str) -> None:
    """Compare with the traces of a process in which only this one thing was different."""
    lab.require_deterministic()
    other = lab.extra.get("by_cause", {}).get(cause)
    if other is None:
        return
    if other["traces"] is None:
        raise Broken(f"{what} it cannot be played: {other['problem']}")
    episodes = [Episode.from_dict(data) for data in lab.extra["episodes"]]
    for episode, there in zip(episodes, other["traces"], strict=True):
        lab.require_same(episode, lab.pristine(episode), there, what)


def _differs_when(lab: Lab, episode: Episode, change: Callable[[], Any]) -> bool:
    from hallmark_rl.conformance.processes.forking import Death, in_fork

    def play() -> Plain:
        change()
        return lab.plain(episode)

    result = in_fork(play)
    return (
        isinstance(result, Death) or content_difference(lab.pristine(episode), result) is not None
    )


def _elsewhere() -> None:
    os.chdir(tempfile.mkdtemp(prefix="hallmark-"))


def _beside(root: Path) -> None:
    os.chdir(show(root, Path(tempfile.mkdtemp(prefix="hallmark-"))))


def _other_variables() -> None:
    for name in ("HOME", "USER", "LOGNAME", "SHELL", "EDITOR", "LANG", "PWD", "HOSTNAME"):
        os.environ.pop(name, None)
    os.environ.update(
        {"HOME": "/nonexistent", "LANG": "C", "TZ": "Asia/Kolkata", "HALLMARK_PROBE": "1"}
    )
    time.tzset()


@check("isolation.hash_seed", clean=True)
def hash_seed(lab: Lab) -> None:
    _require_portable(lab, "hash", "in a process with another PYTHONHASHSEED")


@check("isolation.working_directory", clean=True)
def working_directory(lab: Lab) -> None:
    lab.require_deterministic()
    root = lab.subject.root
    for episode in lab.corpus()[:2]:
        changes = [_elsewhere, *([lambda: _beside(root)] if root is not None else [])]
        for change in changes:
            if _differs_when(lab, episode, change):
                raise Broken("after a change of directory the episode differs", episode)
    _require_portable(lab, "directory", "started in another directory")


@check("isolation.environment_variables", clean=True)
def environment_variables(lab: Lab) -> None:
    lab.require_deterministic()
    text = "with other environment variables"
    for episode in lab.corpus()[:2]:
        if _differs_when(lab, episode, _other_variables):
            raise Broken(f"{text} the episode differs", episode)
    _require_portable(lab, "variables", text)


@check("isolation.global_rng", clean=True)
def global_rng(lab: Lab) -> None:
    lab.require_capability_absent("stochastic", "chance is meant")
    if not lab.survey.accepts.get("seed", True):
        raise Excluded("reset() takes no seed")
    lab.local().close()
    for episode in lab.within(lab.corpus()[:6], least=4):
        traces = []
        for state in (11, 22, 11):
            _seed_global(state)
            traces.append(lab.plain(episode))
        if content_difference(traces[0], traces[2]) is None:
            found = content_difference(traces[0], traces[1])
            if found is not None:
                raise Broken(f"after random.seed(11) and random.seed(22): message{found}", episode)


def _seed_global(state: int) -> None:
    random.seed(state)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(state)


@check("isolation.global_rng_kept")
def global_rng_kept(lab: Lab) -> None:
    lab.local().close()
    for episode in lab.within(lab.corpus()[:4], least=3):
        _seed_global(33)
        before = _global_state()
        lab.play(episode)
        for name, state in _global_state().items():
            if state != before[name]:
                raise Broken(f"the state of {name} changed during an episode", episode)


def _global_state() -> dict[str, Any]:
    found: dict[str, Any] = {"random": random.getstate()}
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        kind, keys, *rest = numpy.random.get_state()
        found["numpy.random"] = (kind, keys.tobytes(), *rest)
    return found
