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

from hallmark_rl.conformance.checking.check_context import CheckContext, Messages
from hallmark_rl.conformance.checking.registry import check, each_episode
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode_data import Call, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.processes.symlinks import link_contents


@check("isolation.fresh_instances")
def fresh_instances(context: CheckContext) -> None:
    made = [context.new_in_process_driver().env for _ in range(3)]
    if len({id(env) for env in made}) < len(made):
        raise PropertyViolated("the factory returns the same instance twice")
    server = context.subject.server
    if server is not None:
        served = [server._env_factory() for _ in range(2)]
        if served[0] is served[1]:
            raise PropertyViolated("the server's factory returns the same instance twice")


@each_episode("isolation.sessions", clean=True)
def sessions(context: CheckContext, episode: Episode) -> None:
    """Two episodes, call by call in turn, against each alone."""
    context.require_deterministic()
    for shift in (1, 0):
        _require_apart(context, episode, shift)


def _require_apart(context: CheckContext, episode: Episode, shift: int) -> None:
    other = Episode.of((episode.seed or 0) + shift, _partner(context, episode), "beside")
    alone = [context.play_in_fresh_process(episode), context.play_in_fresh_process(other)]
    drivers = [context.new_in_process_driver(), context.new_in_process_driver()]
    seen: list[list[Response]] = [[], []]
    calls: list[Call] = []
    for place in range(max(len(episode.calls), len(other.calls))):
        for session, one in enumerate((episode, other)):
            if place < len(one.calls) and not (seen[session] and over(seen[session][-1])):
                call = one.calls[place]
                calls.append(Call(call.op, call.action, call.options, session))
                seen[session].append(context.call(drivers[session], call))
    shown = Episode(tuple(calls), "interleaved")
    for session, one in enumerate((episode, other)):
        context.require_same_messages(
            one,
            alone[session],
            [message.plain() for message in seen[session]],
            f"session {session} interleaved against alone",
            show=shown,
        )


def _partner(context: CheckContext, episode: Episode) -> list[dict[str, Any]]:
    solved = [one.actions for one in context.survey.solutions if not one.error]
    return solved[0] if solved and episode.label != "solution" else episode.actions


def over(seen: Response) -> bool:
    return seen.done or seen.data is None


@check("isolation.threads", clean=True)
def threads(context: CheckContext) -> None:
    context.require_deterministic()
    context.require_capability_absent("single_session", "one session at a time")
    if not getattr(context.subject.env_class, "SUPPORTS_CONCURRENT_SESSIONS", False):
        raise NotApplicable("SUPPORTS_CONCURRENT_SESSIONS is False")
    episodes = context.corpus()[:6]
    alone = [context.play_in_fresh_process(episode) for episode in episodes]
    rounds = 1 if context.survey.step_s > 0.05 else 5
    for _ in range(rounds):
        seen: list[Messages] = [[] for _ in episodes]
        interval = sys.getswitchinterval()
        sys.setswitchinterval(1e-5)

        def work(place: int, into: list[Messages]) -> None:
            into[place] = context.play_messages(episodes[place])

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
            context.require_same_messages(
                episode, expected, found, "in parallel threads against alone"
            )


def _require_portable(context: CheckContext, cause: str, what: str) -> None:
    """Compare with the traces of a process in which only this one thing was different."""
    context.require_deterministic()
    other = context.extra.get("by_cause", {}).get(cause)
    if other is None:
        return
    if other["traces"] is None:
        raise PropertyViolated(f"{what} it cannot be played: {other['problem']}")
    episodes = [Episode.from_dict(data) for data in context.extra["episodes"]]
    for episode, there in zip(episodes, other["traces"], strict=True):
        context.require_same_messages(episode, context.play_in_fresh_process(episode), there, what)


def _differs_when(context: CheckContext, episode: Episode, change: Callable[[], Any]) -> bool:
    from hallmark_rl.conformance.processes.forking import ForkFailure, run_in_fork

    def play() -> Messages:
        change()
        return context.play_messages(episode)

    result = run_in_fork(play)
    return (
        isinstance(result, ForkFailure)
        or content_difference(context.play_in_fresh_process(episode), result) is not None
    )


def _elsewhere() -> None:
    os.chdir(tempfile.mkdtemp(prefix="hallmark-"))


def _beside(root: Path) -> None:
    os.chdir(link_contents(root, Path(tempfile.mkdtemp(prefix="hallmark-"))))


def _other_variables() -> None:
    for name in ("HOME", "USER", "LOGNAME", "SHELL", "EDITOR", "LANG", "PWD", "HOSTNAME"):
        os.environ.pop(name, None)
    os.environ.update(
        {"HOME": "/nonexistent", "LANG": "C", "TZ": "Asia/Kolkata", "HALLMARK_PROBE": "1"}
    )
    time.tzset()


@check("isolation.hash_seed", clean=True)
def hash_seed(context: CheckContext) -> None:
    _require_portable(context, "hash", "in a process with another PYTHONHASHSEED")


@check("isolation.working_directory", clean=True)
def working_directory(context: CheckContext) -> None:
    context.require_deterministic()
    root = context.subject.root
    for episode in context.corpus()[:2]:
        changes = [_elsewhere, *([lambda: _beside(root)] if root is not None else [])]
        for change in changes:
            if _differs_when(context, episode, change):
                raise PropertyViolated("after a change of directory the episode differs", episode)
    _require_portable(context, "directory", "started in another directory")


@check("isolation.environment_variables", clean=True)
def environment_variables(context: CheckContext) -> None:
    context.require_deterministic()
    text = "with other environment variables"
    for episode in context.corpus()[:2]:
        if _differs_when(context, episode, _other_variables):
            raise PropertyViolated(f"{text} the episode differs", episode)
    _require_portable(context, "variables", text)


@check("isolation.global_rng", clean=True)
def global_rng(context: CheckContext) -> None:
    context.require_capability_absent("stochastic", "chance is meant")
    if not context.survey.accepts.get("seed", True):
        raise NotApplicable("reset() takes no seed")
    context.new_in_process_driver().close()
    for episode in context.until_budget(context.corpus()[:6], least=4):
        traces = []
        for state in (11, 22, 11):
            _seed_global(state)
            traces.append(context.play_messages(episode))
        if content_difference(traces[0], traces[2]) is None:
            found = content_difference(traces[0], traces[1])
            if found is not None:
                raise PropertyViolated(
                    f"after random.seed(11) and random.seed(22): message{found}", episode
                )


def _seed_global(state: int) -> None:
    random.seed(state)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(state)


@check("isolation.global_rng_kept")
def global_rng_kept(context: CheckContext) -> None:
    context.new_in_process_driver().close()
    for episode in context.until_budget(context.corpus()[:4], least=3):
        _seed_global(33)
        before = _global_state()
        context.play(episode)
        for name, state in _global_state().items():
            if state != before[name]:
                raise PropertyViolated(f"the state of {name} changed during an episode", episode)


def _global_state() -> dict[str, Any]:
    found: dict[str, Any] = {"random": random.getstate()}
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        kind, keys, *rest = numpy.random.get_state()
        found["numpy.random"] = (kind, keys.tobytes(), *rest)
    return found
