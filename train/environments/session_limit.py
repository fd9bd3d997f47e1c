"""How many sessions a server accepts at once, found out before the first episode.

A server refuses a session only when it is used. During training a refusal would look like a failure
of the environment, and while an export is checked like a broken model. The trainer instead plays as
many episodes at once as there are sessions, and the others after them.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from hallmark_rl.sdk.common.errors import EpisodeLost
from hallmark_rl.train.config import RunConfig, RunRefused

_EVALUATION_BATCH = 128
_RETRY_S = 0.25
_CAPACITY = "CAPACITY_REACHED"


def usable_sessions(
    make: Callable[[], Any], config: RunConfig, *, processes: int = 1, patience_s: float = 5.0
) -> int:
    """The number of sessions that each process of a run may open at once.

    Args:
        make: opens a session, an object with OpenEnv's `state` and with `close`.
        config: settings of the run.
        processes: the number of training processes, which share the sessions equally.
        patience_s: how long to wait for sessions that others are closing.

    Raises:
        RunRefused: the server accepts none, or fewer than the processes need or
            `environment.sessions` asks for, or it cannot be reached.
    """
    asked = config.environment.sessions
    episodes = max(_EVALUATION_BATCH, config.grpo.prompts * config.grpo.num_generations)
    wanted = asked * processes if asked else max(episodes, processes)
    needed = (asked or 1) * processes
    give_up = time.monotonic() + patience_s
    while True:
        found = _open_sessions(make, wanted)
        if found >= needed or time.monotonic() > give_up:
            break
        time.sleep(_RETRY_S)
    if found == 0:
        raise RunRefused(
            f"{config.env} accepts no session: another client holds all of them; close it, or "
            "start the server with more sessions (max_concurrent_envs)"
        )
    if found < processes:
        raise RunRefused(
            f"{config.env} accepts fewer sessions at once ({found}) than there are training "
            f"processes ({processes}): start it with more sessions (max_concurrent_envs)"
        )
    if asked and found < needed:
        each = f" in each of {processes} processes" if processes > 1 else ""
        raise RunRefused(
            f"{config.env} accepts {found} sessions at once and environment.sessions asks for "
            f"{asked}{each}: set it to {found // processes}, or start the server with more "
            "(max_concurrent_envs)"
        )
    return found // processes


def _open_sessions(make: Callable[[], Any], wanted: int) -> int:
    """Open sessions until `wanted` are open or one is refused, close them; returns their number."""
    sessions: list[Any] = []
    found = 0
    try:
        while found < wanted:
            sessions.append(make())
            if _is_refused(sessions[-1]):
                break
            found += 1
    except OSError as error:
        raise RunRefused(f"a session cannot be opened: {error}") from error
    finally:
        for session in sessions:
            with suppress(Exception):  # a refused session is closed by the server
                session.close()
    return found


def _is_refused(session: Any) -> bool:
    """Ask for the state, because a server refuses a session only when it is used."""
    try:
        _ = session.state
    except EpisodeLost:
        return True
    except OSError:
        raise
    except Exception as error:  # any other error comes from a session that was accepted
        return _CAPACITY in str(error)
    return False
