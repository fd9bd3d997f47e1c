"""Server: errors, dropped connections and other sessions do not harm a session."""

from __future__ import annotations

import threading
import time
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext, Messages
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.in_process import make_action
from hallmark_rl.conformance.client.server_address import ServerAddress
from hallmark_rl.conformance.client.websocket import WebSocketDriver
from hallmark_rl.conformance.core.diff import content_difference, content_differences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import (
    EvidenceMissing,
    NotApplicable,
    PropertyViolated,
)
from hallmark_rl.conformance.properties.server.server_under_test import (
    new_session,
    open_session,
    server_address,
    session_capacity,
)

_MALFORMED_FRAMES = (
    "",
    "not json",
    "[]",
    "[1, 2]",
    "null",
    "1",
    '"x"',
    '{"type": "unknown"}',
    "{}",
)


@check("server.invalid_action")
def invalid_action(context: CheckContext) -> None:
    actions: list[Any] = [{"hallmark_unknown_field": 1}, {}, {"metadata": "not a dict"}]
    actions = [action for action in actions if not context.source.valid(action)]
    with server_address(context) as address:
        session = new_session(context, address)
        session.reset(seed=1)
        for action in actions:
            response = session.step(action)
            if response.data is not None and response.numeric_reward > 0:
                raise PropertyViolated(f"the invalid action {action} pays {response.reward}")
            if response.error and not response.error.isupper():
                raise PropertyViolated(f"the invalid action {action} ends the session: {response}")
        if session.reset(seed=1).data is None:
            raise PropertyViolated(
                f"after the invalid actions {actions} the session does not answer reset()"
            )
        session.close()


@check("server.error_keeps_session")
def error_keeps_session(context: CheckContext) -> None:
    from hallmark_rl.conformance.checking.probes.odd_actions import odd_actions

    with server_address(context) as address:
        session = new_session(context, address)
        for action in [*context.survey.invalid[:5], *odd_actions(context)[:25], *context.pool[:5]]:
            session.reset(seed=1)
            response = session.step(action)
            after = session.reset(seed=1)
            if after.data is None:
                example = Episode.of(1, [action], "then reset")
                raise PropertyViolated(
                    f"after {response.error or 'a step'}, the session answers reset() with {after}",
                    example,
                )
        session.close()


@check("server.malformed_frames")
def malformed_frames(context: CheckContext) -> None:
    """Send frames on which the session may end; the server must accept new sessions."""
    with server_address(context) as address:
        for frame in _MALFORMED_FRAMES:
            try:
                session = WebSocketDriver(address, timeout=5.0)
                session.send(frame)
                session.close()
                after = open_session(context, address)
            except EvidenceMissing:
                raise
            except Exception as error:
                raise PropertyViolated(
                    f"after the frame {frame!r}, no new session opens: {error}"
                ) from None
            if after.reset().data is None:
                raise PropertyViolated(
                    f"after the frame {frame!r}, a new session does not answer reset()"
                )
            after.close()


@check("server.disconnects")
def disconnects(context: CheckContext) -> None:
    with server_address(context) as address:
        for number in range(20 if context.survey.reset_s < 0.2 else 6):
            session = open_session(context, address)
            session.reset(seed=number)
            if number % 2:
                session.step(context.pool[0])
            session.drop()
        after = open_session(context, address)
        response = after.reset(seed=1)
        after.close()
        if response.data is None:
            raise PropertyViolated(
                f"after dropped connections, a new session answers reset() with {response}"
            )


@check("server.capacity")
def capacity(context: CheckContext) -> None:
    if context.subject.url is not None:
        raise NotApplicable("the suite does not fill a server that it did not start")
    allowed = session_capacity(context)
    if allowed > 64:
        raise NotApplicable(f"the server admits {allowed} sessions, more than the suite tries")
    with server_address(context) as address:
        sessions = []
        try:
            for number in range(allowed):
                session = new_session(context, address)
                sessions.append(session)
                if session.reset(seed=number).data is None:
                    raise PropertyViolated(
                        f"session {number + 1} of {allowed} does not answer reset()"
                    )
            extra = WebSocketDriver(address, timeout=8.0)
            response = extra.reset(seed=0)
            extra.close()
            if response.data is not None:
                raise PropertyViolated(
                    f"a server with a capacity of {allowed} opens {allowed + 1} sessions"
                )
            if response.error in ("TimeoutError", "Timeout"):
                raise PropertyViolated(
                    f"the server neither opens nor refuses session {allowed + 1} of {allowed}"
                )
            first = sessions[0].step(context.pool[0])
            if first.error and not first.error.isupper():
                raise PropertyViolated(f"a session beyond the capacity ends the others: {first}")
        finally:
            for session in sessions:
                session.close()


@check("server.concurrent_sessions", needs_fresh_process=True)
def concurrent_sessions(context: CheckContext) -> None:
    context.require_deterministic()
    context.require_capability_absent("single_session", "one session at a time")
    allowed = min(session_capacity(context), 6)
    if allowed < 2:
        raise NotApplicable("the server admits one session only")
    episodes = context.corpus(6)[:allowed]
    observed: list[Messages] = [[] for _ in episodes]
    with server_address(context) as address:
        expected = [_play_in_session(context, address, episode) for episode in episodes]
    with server_address(context) as address:

        def play(index: int) -> None:
            observed[index] = _play_in_session(context, address, episodes[index])

        workers = [threading.Thread(target=play, args=(index,)) for index in range(len(episodes))]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join(30)
    for episode, alone, parallel in zip(episodes, expected, observed, strict=True):
        if content_difference(alone, parallel) is None:
            continue
        with server_address(context) as address:  # a third run tells ids from content
            others = [parallel, _play_in_session(context, address, episode)]
        differences = content_differences(alone, others)
        if differences:
            raise PropertyViolated(
                f"with parallel sessions, compared with the episode alone: message{differences[0]}",
                episode,
            )


def _play_in_session(context: CheckContext, address: ServerAddress, episode: Episode) -> Messages:
    """Play an episode in a session of its own; the responses as plain data."""
    session = open_session(context, address)
    messages = context.play_messages(episode, session)
    session.close()
    return messages


@check("server.sessions_do_not_block")
def sessions_do_not_block(context: CheckContext) -> None:
    slow = context.declared.slow_action
    if slow is None and context.survey.step_s < 0.15:
        raise NotApplicable("steps are fast, and no slow action is declared")
    if session_capacity(context) < 2:
        raise NotApplicable("the server admits one session only")
    action = context.pool[0] if slow is None else _as_json(context, slow)
    with server_address(context) as address:
        stepping, waiting = new_session(context, address), new_session(context, address)
        stepping.reset(seed=1)
        waiting.reset(seed=2)
        alone = stepping.step(action).seconds
        worker = threading.Thread(target=lambda: stepping.step(action))
        worker.start()
        time.sleep(alone / 10)
        beside = waiting.state().seconds
        worker.join()
        if alone > 0.15 and beside > alone * 0.6:
            raise PropertyViolated(
                f"while one session steps for {alone:.2f} s, another waits {beside:.2f} s"
            )


def _as_json(context: CheckContext, action: Any) -> dict[str, Any]:
    model = make_action(context.subject.action_type, action)
    data: dict[str, Any] = model.model_dump(mode="json")
    return data
