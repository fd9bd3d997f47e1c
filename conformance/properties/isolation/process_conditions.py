"""Isolation: hash seed, working directory, variables and global generators have no effect."""

from __future__ import annotations

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext, Messages
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.processes.symlinks import link_contents


def _require_same_in_other_process(context: CheckContext, cause: str, what: str) -> None:
    """Compare with the messages of a process that differs in one condition only.

    `cause` names the condition; nothing is compared if the parent process did not try it.
    """
    context.require_deterministic()
    other_process = context.extra.get("by_cause", {}).get(cause)
    if other_process is None:
        return
    if other_process["traces"] is None:
        raise PropertyViolated(
            f"{what}, the environment cannot be played: {other_process['problem']}"
        )
    episodes = [Episode.from_dict(data) for data in context.extra["episodes"]]
    for episode, observed in zip(episodes, other_process["traces"], strict=True):
        context.require_same_messages(
            episode,
            context.play_in_fresh_process(episode),
            observed,
            what,
            used_process=True,
        )


def _differs_when(context: CheckContext, episode: Episode, change: Callable[[], Any]) -> bool:
    """Whether the episode differs in a fork of this process in which `change` was called."""
    from hallmark_rl.conformance.processes.forking import ForkFailure, run_in_fork

    def play() -> Messages:
        change()
        return context.play_messages(episode)

    result = run_in_fork(play)
    return (
        isinstance(result, ForkFailure)
        or content_difference(context.play_in_fresh_process(episode), result) is not None
    )


def _enter_empty_directory() -> None:
    """Change to a new empty directory."""
    os.chdir(tempfile.mkdtemp(prefix="hallmark-"))


def _enter_linked_directory(root: Path) -> None:
    """Change to a new directory with links to the environment's files."""
    os.chdir(link_contents(root, Path(tempfile.mkdtemp(prefix="hallmark-"))))


def _change_variables() -> None:
    for name in ("HOME", "USER", "LOGNAME", "SHELL", "EDITOR", "LANG", "PWD", "HOSTNAME"):
        os.environ.pop(name, None)
    os.environ.update(
        {"HOME": "/nonexistent", "LANG": "C", "TZ": "Asia/Kolkata", "HALLMARK_PROBE": "1"}
    )
    time.tzset()


@check("isolation.hash_seed", needs_fresh_process=True)
def hash_seed(context: CheckContext) -> None:
    _require_same_in_other_process(context, "hash", "in a process with another PYTHONHASHSEED")


@check("isolation.working_directory", needs_fresh_process=True)
def working_directory(context: CheckContext) -> None:
    context.require_deterministic()
    root = context.subject.root
    for episode in context.first_episodes(2):
        changes = [
            _enter_empty_directory,
            *([lambda: _enter_linked_directory(root)] if root is not None else []),
        ]
        for change in changes:
            if _differs_when(context, episode, change):
                raise PropertyViolated(
                    "after a change of the working directory, the episode differs", episode
                )
    _require_same_in_other_process(context, "directory", "started in another directory")


@check("isolation.environment_variables", needs_fresh_process=True)
def environment_variables(context: CheckContext) -> None:
    context.require_deterministic()
    text = "with other environment variables"
    for episode in context.first_episodes(2):
        if _differs_when(context, episode, _change_variables):
            raise PropertyViolated(f"{text}, the episode differs", episode)
    _require_same_in_other_process(context, "variables", text)


@check("isolation.global_rng", needs_fresh_process=True)
def global_rng(context: CheckContext) -> None:
    require_seeded_in_process(context)
    for episode in context.until_budget(context.first_episodes(6), least=4):
        require_global_generators_unused(context, episode)


def require_seeded_in_process(context: CheckContext) -> None:
    """Raise `NotApplicable` for a running server, and where no seed fixes the episode."""
    context.require_capability_absent("stochastic", "randomness is intended")
    if not context.survey.accepts.get("seed", True):
        raise NotApplicable("reset() has no parameter seed")
    context.new_in_process_driver().close()


def require_global_generators_unused(context: CheckContext, episode: Episode) -> None:
    """Raise if an episode differs with differently seeded global random generators."""

    def play(state: int) -> Messages:
        _seed_global_generators(state)
        return context.play_messages(episode)

    first, second = play(11), play(22)
    difference = content_difference(first, second)
    if difference is not None and content_difference(first, play(11)) is None:
        raise PropertyViolated(
            f"after random.seed(11) and random.seed(22): message{difference}", episode
        )


def _seed_global_generators(state: int) -> None:
    random.seed(state)
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        numpy.random.seed(state)


@check("isolation.global_rng_kept")
def global_rng_kept(context: CheckContext) -> None:
    context.new_in_process_driver().close()
    for episode in context.until_budget(context.first_episodes(4), least=3):
        _seed_global_generators(33)
        before = _global_generator_states()
        context.play(episode)
        for name, state in _global_generator_states().items():
            if name in before and state != before[name]:  # numpy may be imported meanwhile
                raise PropertyViolated(f"the state of {name} changed during an episode", episode)


def _global_generator_states() -> dict[str, Any]:
    states: dict[str, Any] = {"random": random.getstate()}
    numpy = sys.modules.get("numpy")
    if numpy is not None:
        kind, keys, *rest = numpy.random.get_state()
        states["numpy.random"] = (kind, keys.tobytes(), *rest)
    return states
