"""The server: sessions come, go, fail and wait without harm to one another."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext, Messages
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.http_requests import get_json
from hallmark_rl.conformance.client.in_process import make_action
from hallmark_rl.conformance.client.server_process import running_server
from hallmark_rl.conformance.client.websocket import WebSocketDriver
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated

_MALFORMED = ("", "not json", "[]", "[1, 2]", "null", "1", '"x"', '{"type": "unknown"}', "{}")


@contextlib.contextmanager
def serving_of(context: CheckContext, capacity: int | None = None) -> Iterator[str]:
    """The address of the subject's server: the one it names, or one that is started here."""
    if context.subject.url is not None:
        yield context.subject.url.removesuffix("/ws")
        return
    with running_server(context.subject, capacity=capacity) as server:
        yield server.url


@contextlib.contextmanager
def server_of(context: CheckContext, capacity: int | None = None) -> Iterator[str]:
    """The same; what breaks only because no reset is ever answered is left to `server.starts`."""
    try:
        with serving_of(context, capacity) as url:
            yield url
    except PropertyViolated:
        if context.subject.url is not None:
            raise
        try:
            require_reset(context)
        except PropertyViolated as cause:
            raise EvidenceMissing(f"not checked, see server.starts: {cause}") from None
        raise


def require_reset(context: CheckContext) -> None:
    """Break unless a new server answers a reset."""
    with serving_of(context) as url:
        try:
            get_json(f"{url}/health")
        except Exception as error:
            raise PropertyViolated(f"/health does not answer: {error}") from None
        wire = WebSocketDriver(url)
        seen = wire.reset()
        wire.close()
        if seen.data is None:
            raise PropertyViolated(
                f"reset over the WebSocket is answered by {seen}", Episode.of(None, [])
            )


def several(context: CheckContext) -> int:
    """How many sessions the server may have at once."""
    server = context.subject.server
    if server is not None and not context.subject.env_args:
        return int(server.max_concurrent_envs)
    several = getattr(context.subject.env_class, "SUPPORTS_CONCURRENT_SESSIONS", False)
    return 8 if several else 1


@check("server.invalid_action")
def invalid_action(context: CheckContext) -> None:
    wrong: list[Any] = [{"hallmark_unknown_field": 1}, {}, {"metadata": "not a dict"}]
    wrong = [action for action in wrong if not context.source.valid(action)]
    with server_of(context) as url:
        wire = WebSocketDriver(url)
        wire.reset(seed=1)
        for action in wrong:
            seen = wire.step(action)
            if seen.data is not None and seen.numeric_reward > 0:
                raise PropertyViolated(f"{action} is paid {seen.reward}")
            if seen.error and not seen.error.isupper():
                raise PropertyViolated(f"{action} ends the session: {seen}")
        if wire.reset(seed=1).data is None:
            raise PropertyViolated(f"after {wrong} the session no longer answers reset()")
        wire.close()


@check("server.error_keeps_session")
def error_keeps_session(context: CheckContext) -> None:
    from hallmark_rl.conformance.checking.probes.odd_actions import odd_actions

    with server_of(context) as url:
        wire = WebSocketDriver(url)
        for action in [*context.survey.invalid[:5], *odd_actions(context)[:25], *context.pool[:5]]:
            wire.reset(seed=1)
            seen = wire.step(action)
            again = wire.reset(seed=1)
            if again.data is None:
                shown = Episode.of(1, [action], "then reset")
                raise PropertyViolated(
                    f"after {seen.error or 'a step'} reset() is answered by {again}", shown
                )
        wire.close()


@check("server.malformed_frames")
def malformed_frames(context: CheckContext) -> None:
    """OpenEnv's own server ends a session on some of these; the server must go on."""
    with server_of(context) as url:
        for frame in _MALFORMED:
            try:
                wire = WebSocketDriver(url, timeout=5.0)
                wire.send(frame)
                wire.close()
                fresh = _open_patiently(url)
            except Exception as error:
                raise PropertyViolated(
                    f"after the frame {frame!r} no session opens: {error}"
                ) from None
            if fresh.reset().data is None:
                raise PropertyViolated(
                    f"after the frame {frame!r} a new session does not answer reset()"
                )
            fresh.close()


def _open_patiently(url: str, seconds: float = 5.0) -> WebSocketDriver:
    """A new session; the place of one that was just dropped may take a moment to be free."""
    ends = time.monotonic() + seconds
    while True:
        wire = WebSocketDriver(url, timeout=5.0)
        seen = wire.state()
        if seen.error != "CAPACITY_REACHED" or time.monotonic() > ends:
            return wire
        wire.close()
        time.sleep(0.05)


@check("server.disconnects")
def disconnects(context: CheckContext) -> None:
    with server_of(context) as url:
        for number in range(20 if context.survey.reset_s < 0.2 else 6):
            wire = _open_patiently(url)
            wire.reset(seed=number)
            if number % 2:
                wire.step(context.pool[0])
            wire.drop()
        fresh = _open_patiently(url)
        seen = fresh.reset(seed=1)
        fresh.close()
        if seen.data is None:
            raise PropertyViolated(
                f"after twenty dropped connections reset() is answered by {seen}"
            )


@check("server.capacity")
def capacity(context: CheckContext) -> None:
    if context.subject.url is not None:
        raise NotApplicable("a running server is not filled up")
    places = several(context)
    if places > 64:
        raise NotApplicable(f"the server has {places} places")
    with server_of(context) as url:
        held = []
        try:
            for number in range(places):
                wire = WebSocketDriver(url)
                held.append(wire)
                if wire.reset(seed=number).data is None:
                    raise PropertyViolated(
                        f"session {number + 1} of {places} does not answer reset()"
                    )
            extra = WebSocketDriver(url, timeout=8.0)
            seen = extra.reset(seed=0)
            extra.close()
            if seen.data is not None:
                raise PropertyViolated(f"a server with {places} places gives {places + 1} sessions")
            if seen.error in ("TimeoutError", "Timeout"):
                raise PropertyViolated(f"session {places + 1} of {places} hangs")
            first = held[0].step(context.pool[0])
            if first.error and not first.error.isupper():
                raise PropertyViolated(f"a session over the capacity ends the others: {first}")
        finally:
            for wire in held:
                wire.close()


@check("server.concurrent_sessions", clean=True)
def concurrent_sessions(context: CheckContext) -> None:
    context.require_deterministic()
    context.require_capability_absent("single_session", "one session at a time")
    places = min(several(context), 6)
    if places < 2:
        raise NotApplicable("the server has one place")
    episodes = context.corpus(6)[:places]
    alone = []
    with server_of(context) as url:
        for episode in episodes:
            wire = _open_patiently(url)
            alone.append([seen.plain() for seen in context.play(episode, wire)])
            wire.close()
    seen: list[Messages] = [[] for _ in episodes]
    with server_of(context) as url:

        def work(place: int) -> None:
            wire = _open_patiently(url)
            seen[place] = [message.plain() for message in context.play(episodes[place], wire)]
            wire.close()

        workers = [threading.Thread(target=work, args=(n,)) for n in range(len(episodes))]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join(30)
    for episode, expected, found in zip(episodes, alone, seen, strict=True):
        different = content_difference(expected, found)
        if different is not None:
            raise PropertyViolated(
                f"beside other sessions against alone: message{different}", episode
            )


@check("server.sessions_do_not_block")
def sessions_do_not_block(context: CheckContext) -> None:
    slow = context.declared.slow_action
    if slow is None and context.survey.step_s < 0.15:
        raise NotApplicable("steps are fast, and no slow action is declared")
    if several(context) < 2:
        raise NotApplicable("the server has one place")
    action = context.pool[0] if slow is None else _plain(context, slow)
    with server_of(context) as url:
        one, other = WebSocketDriver(url), WebSocketDriver(url)
        one.reset(seed=1)
        other.reset(seed=2)
        alone = one.step(action).seconds
        worker = threading.Thread(target=lambda: one.step(action))
        worker.start()
        time.sleep(alone / 10)
        beside = other.state().seconds
        worker.join()
        if alone > 0.15 and beside > alone * 0.6:
            raise PropertyViolated(
                f"while one session steps for {alone:.2f} s, another waits {beside:.2f} s"
            )


def _plain(context: CheckContext, action: Any) -> dict[str, Any]:
    made = make_action(context.subject.action_type, action)
    data: dict[str, Any] = made.model_dump(mode="json")
    return data
