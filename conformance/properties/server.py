"""The server: what is played over the wire is what is played in process, and nobody ends it."""

from __future__ import annotations

import contextlib
import threading
import time
import urllib.error
from collections.abc import Iterator
from typing import Any

from conformance.compare import content_difference, differences
from conformance.driver import Seen, make_action
from conformance.episode import Episode
from conformance.lab import Lab, Plain
from conformance.registry import check
from conformance.verdict import Broken, Excluded, Unproved
from conformance.wire import Wire, get, serving

_MALFORMED = ("", "not json", "[]", "[1, 2]", "null", "1", '"x"', '{"type": "unknown"}', "{}")


@contextlib.contextmanager
def _serving(lab: Lab, capacity: int | None = None) -> Iterator[str]:
    """The address of the subject's server: the one it names, or one that is started here."""
    if lab.subject.url is not None:
        yield lab.subject.url.removesuffix("/ws")
        return
    with serving(lab.subject, capacity=capacity) as server:
        yield server.url


@contextlib.contextmanager
def _server(lab: Lab, capacity: int | None = None) -> Iterator[str]:
    """The same; what breaks only because no reset is ever answered is left to `server.starts`."""
    try:
        with _serving(lab, capacity) as url:
            yield url
    except Broken:
        if lab.subject.url is not None:
            raise
        try:
            _require_reset(lab)
        except Broken as cause:
            raise Unproved(f"not checked, see server.starts: {cause}") from None
        raise


def _several(lab: Lab) -> int:
    """How many sessions the server may have at once."""
    server = lab.subject.server
    if server is not None and not lab.subject.env_args:
        return int(server.max_concurrent_envs)
    several = getattr(lab.subject.env_class, "SUPPORTS_CONCURRENT_SESSIONS", False)
    return 8 if several else 1


@check("server.starts")
def starts(lab: Lab) -> None:
    subject = lab.subject
    named = subject.root is not None and (subject.root / "server" / "app.py").is_file()
    if subject.app is None and (named or subject.manifest.get("app")) and subject.notes:
        raise Broken(f"the app cannot be imported: {subject.notes[0]}")
    _require_reset(lab)


def _require_reset(lab: Lab) -> None:
    """Break unless a new server answers a reset."""
    with _serving(lab) as url:
        try:
            get(f"{url}/health")
        except Exception as error:
            raise Broken(f"/health does not answer: {error}") from None
        wire = Wire(url)
        seen = wire.reset()
        wire.close()
        if seen.data is None:
            raise Broken(f"reset over the WebSocket is answered by {seen}", Episode.of(None, []))


@check("server.schema")
def schema(lab: Lab) -> None:
    import jsonschema

    with _server(lab) as url:
        try:
            published = get(f"{url}/schema")
        except Exception as error:
            raise Broken(f"/schema does not answer: {error}") from None
        for name in ("action", "observation"):
            if not isinstance(published.get(name), dict):
                raise Broken(f"/schema has no {name}")
        kinds = {"action": lab.subject.action_type, "observation": lab.subject.observation_type}
        for name, kind in kinds.items():
            if hasattr(kind, "model_json_schema"):
                found = content_difference(published[name], kind.model_json_schema())
                if found is not None:
                    raise Broken(f"/schema's {name} is not the model that is used: {found}")
        wire = Wire(url)
        trace = [wire.reset(seed=1), *(wire.step(action) for action in lab.pool[:3])]
        wire.close()
        if lab.survey.tools:
            return
        for seen in trace[1:]:
            if seen.data is not None:
                try:
                    jsonschema.validate(_without_none(seen.data), published["observation"])
                except jsonschema.ValidationError as error:
                    text = f"{'.'.join(map(str, error.path))}: {error.message[:200]}"
                    raise Broken(f"a message does not match /schema: {text}") from None


def _without_none(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value is not None}


@check("server.wire_agrees", clean=True)
def wire_agrees(lab: Lab) -> None:
    lab.require_deterministic()
    lab.local().close()
    with _server(lab) as url:
        for episode in lab.within(lab.corpus(6), least=5):
            wire = Wire(url)
            over = [seen.plain() for seen in lab.play(episode, wire)]
            wire.close()
            here = [_as_sent(lab, message) for message in lab.pristine(episode)]
            if here and "error" in here[-1] and len(here[-1]) == 1:
                here, over = here[:-1], over[: len(here) - 1]
            for found in differences(_comparable(here), _comparable(over)):
                if not found.volatile:
                    raise Broken(f"in process and over the wire: message{found}", episode)


def _as_sent(lab: Lab, message: dict[str, Any]) -> dict[str, Any]:
    return message


def _comparable(trace: Plain) -> Plain:
    """Without metadata (openenv-core 0.3 does not send it) and without what is NaN."""
    cleaned: Plain = []
    for message in trace:
        kept = {key: value for key, value in message.items() if key != "metadata"}
        cleaned.append({key: None if value != value else value for key, value in kept.items()})
    return cleaned


@check("server.http_reset")
def http_reset(lab: Lab) -> None:
    with _server(lab) as url:
        for body in ({}, {"seed": 3}):
            try:
                answer = get(f"{url}/reset", body)
            except urllib.error.HTTPError as error:
                raise Broken(f"POST /reset {body} is answered by {error.code}") from None
            if "observation" not in answer or answer.get("done"):
                raise Broken(f"POST /reset {body} is answered by {str(answer)[:200]}")
        if lab.subject.url is None and lab.survey.deterministic:
            here = lab.local().reset(seed=3)
            for key, value in answer["observation"].items():
                if key != "metadata" and key in (here.data or {}):
                    found = content_difference((here.data or {})[key], value)
                    if found is not None and "stochastic" not in lab.declared.capabilities:
                        if not lab.survey.accepts.get("seed", True):
                            return
                        raise Broken(f"POST /reset with seed 3 differs in {key}: {found}")


@check("server.state_agrees")
def state_agrees(lab: Lab) -> None:
    lab.require_deterministic()
    here = lab.local()
    with _server(lab) as url:
        wire = Wire(url)
        for episode in lab.corpus(4)[:3]:
            given = {**episode.calls[0].options, "episode_id": "state"}
            pairs = [(here.reset(**given), wire.reset(**given))]
            pairs += [(here.step(action), wire.step(action)) for action in episode.actions[:1]]
            mine, theirs = here.state(), wire.state()
            if theirs.data is None:
                raise Broken(f"state over the WebSocket is answered by {theirs}", episode)
            found = content_difference(mine.plain(), theirs.plain())
            if found is not None:
                raise Broken(f"state in process and over the wire: {found}", episode)
        wire.close()


@check("server.invalid_action")
def invalid_action(lab: Lab) -> None:
    wrong: list[Any] = [{"hallmark_unknown_field": 1}, {}, {"metadata": "not a dict"}]
    wrong = [action for action in wrong if not lab.source.valid(action)]
    with _server(lab) as url:
        wire = Wire(url)
        wire.reset(seed=1)
        for action in wrong:
            seen = wire.step(action)
            if seen.data is not None and seen.pay > 0:
                raise Broken(f"{action} is paid {seen.reward}")
            if seen.error and not seen.error.isupper():
                raise Broken(f"{action} ends the session: {seen}")
        if wire.reset(seed=1).data is None:
            raise Broken(f"after {wrong} the session no longer answers reset()")
        wire.close()


@check("server.error_keeps_session")
def error_keeps_session(lab: Lab) -> None:
    from conformance.properties.robustness import odd_actions

    with _server(lab) as url:
        wire = Wire(url)
        for action in [*lab.survey.invalid[:5], *odd_actions(lab)[:25], *lab.pool[:5]]:
            wire.reset(seed=1)
            seen = wire.step(action)
            again = wire.reset(seed=1)
            if again.data is None:
                shown = Episode.of(1, [action], "then reset")
                raise Broken(
                    f"after {seen.error or 'a step'} reset() is answered by {again}", shown
                )
        wire.close()


@check("server.malformed_frames")
def malformed_frames(lab: Lab) -> None:
    """OpenEnv's own server ends a session on some of these; the server must go on."""
    with _server(lab) as url:
        for frame in _MALFORMED:
            try:
                wire = Wire(url, timeout=5.0)
                wire.send(frame)
                wire.close()
                fresh = _open_patiently(url)
            except Exception as error:
                raise Broken(f"after the frame {frame!r} no session opens: {error}") from None
            if fresh.reset().data is None:
                raise Broken(f"after the frame {frame!r} a new session does not answer reset()")
            fresh.close()


def _open_patiently(url: str, seconds: float = 5.0) -> Wire:
    """A new session; the place of one that was just dropped may take a moment to be free."""
    ends = time.monotonic() + seconds
    while True:
        wire = Wire(url, timeout=5.0)
        seen = wire.state()
        if seen.error != "CAPACITY_REACHED" or time.monotonic() > ends:
            return wire
        wire.close()
        time.sleep(0.05)


@check("server.disconnects")
def disconnects(lab: Lab) -> None:
    with _server(lab) as url:
        for number in range(20 if lab.survey.reset_s < 0.2 else 6):
            wire = _open_patiently(url)
            wire.reset(seed=number)
            if number % 2:
                wire.step(lab.pool[0])
            wire.drop()
        fresh = _open_patiently(url)
        seen = fresh.reset(seed=1)
        fresh.close()
        if seen.data is None:
            raise Broken(f"after twenty dropped connections reset() is answered by {seen}")


@check("server.capacity")
def capacity(lab: Lab) -> None:
    if lab.subject.url is not None:
        raise Excluded("a running server is not filled up")
    places = _several(lab)
    if places > 64:
        raise Excluded(f"the server has {places} places")
    with _server(lab) as url:
        held = []
        try:
            for number in range(places):
                wire = Wire(url)
                held.append(wire)
                if wire.reset(seed=number).data is None:
                    raise Broken(f"session {number + 1} of {places} does not answer reset()")
            extra = Wire(url, timeout=8.0)
            seen = extra.reset(seed=0)
            extra.close()
            if seen.data is not None:
                raise Broken(f"a server with {places} places gives {places + 1} sessions")
            if seen.error in ("TimeoutError", "Timeout"):
                raise Broken(f"session {places + 1} of {places} hangs")
            first = held[0].step(lab.pool[0])
            if first.error and not first.error.isupper():
                raise Broken(f"a session over the capacity ends the others: {first}")
        finally:
            for wire in held:
                wire.close()


@check("server.concurrent_sessions", clean=True)
def concurrent_sessions(lab: Lab) -> None:
    lab.require_deterministic()
    lab.require_capability_absent("single_session", "one session at a time")
    places = min(_several(lab), 6)
    if places < 2:
        raise Excluded("the server has one place")
    episodes = lab.corpus(6)[:places]
    alone = []
    with _server(lab) as url:
        for episode in episodes:
            wire = _open_patiently(url)
            alone.append([seen.plain() for seen in lab.play(episode, wire)])
            wire.close()
    seen: list[Plain] = [[] for _ in episodes]
    with _server(lab) as url:

        def work(place: int) -> None:
            wire = _open_patiently(url)
            seen[place] = [message.plain() for message in lab.play(episodes[place], wire)]
            wire.close()

        workers = [threading.Thread(target=work, args=(n,)) for n in range(len(episodes))]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join(30)
    for episode, expected, found in zip(episodes, alone, seen, strict=True):
        different = content_difference(expected, found)
        if different is not None:
            raise Broken(f"beside other sessions against alone: message{different}", episode)


@check("server.sessions_do_not_block")
def sessions_do_not_block(lab: Lab) -> None:
    slow = lab.declared.slow_action
    if slow is None and lab.survey.step_s < 0.15:
        raise Excluded("steps are fast, and no slow action is declared")
    if _several(lab) < 2:
        raise Excluded("the server has one place")
    action = lab.pool[0] if slow is None else _plain(lab, slow)
    with _server(lab) as url:
        one, other = Wire(url), Wire(url)
        one.reset(seed=1)
        other.reset(seed=2)
        alone = one.step(action).seconds
        worker = threading.Thread(target=lambda: one.step(action))
        worker.start()
        time.sleep(alone / 10)
        beside = other.state().seconds
        worker.join()
        if alone > 0.15 and beside > alone * 0.6:
            raise Broken(f"while one session steps for {alone:.2f} s, another waits {beside:.2f} s")


def _plain(lab: Lab, action: Any) -> dict[str, Any]:
    made = make_action(lab.subject.action_type, action)
    data: dict[str, Any] = made.model_dump(mode="json")
    return data


@check("server.typed_client")
def typed_client(lab: Lab) -> None:
    from openenv.core.env_server.serialization import serialize_observation

    client_type = lab.subject.client_type
    if client_type is None:
        raise Excluded("the folder has no client.py with a typed client")
    client = object.__new__(client_type)
    for episode in lab.corpus(4)[:5]:
        for number, seen in enumerate(lab.play(episode)):
            if seen.data is None or not hasattr(seen.raw, "model_dump"):
                continue
            try:
                sent = serialize_observation(
                    type(seen.raw).model_validate_json(seen.raw.model_dump_json())
                )
            except Exception as error:
                text = f"OpenEnv cannot send message {number}: {type(error).__name__}: {error}"
                raise Broken(text, episode) from None
            try:
                result = client._parse_result(sent)
            except Exception as error:
                text = f"_parse_result raises {type(error).__name__}: {error}"
                raise Broken(f"message {number}: {text}", episode) from None
            problem = _lost(seen, result)
            if problem:
                raise Broken(f"message {number}: {problem}", episode)
        for action in episode.actions[:3]:
            made = make_action(lab.subject.action_type, action)
            payload = client._step_payload(made)
            back = make_action(lab.subject.action_type, payload)
            found = content_difference(made.model_dump(), back.model_dump())
            if found is not None and not found.path.startswith("metadata"):
                raise Broken(f"the client changes the action: {found}", episode)


def _lost(seen: Seen, result: Any) -> str:
    if result.done != seen.data["done"] if seen.data else False:
        return f"done is {seen.reward!r} for the server and {result.done!r} for the client"
    if result.reward != seen.reward:
        return f"reward is {seen.reward!r} for the server and {result.reward!r} for the client"
    if not hasattr(result.observation, "model_dump"):
        return ""
    found = content_difference(seen.data, result.observation.model_dump(mode="json"))
    if found is None or found.path.startswith("metadata"):
        return ""
    if (
        content_difference(
            seen.raw.model_dump(mode="json"), result.observation.model_dump(mode="json")
        )
        is None
    ):
        return ""
    return f"the client's observation differs: {found}"


@check("server.machine")
def wire_machine(lab: Lab) -> None:
    from conformance.machine import run_machine

    lab.require_deterministic()
    places = min(2, _several(lab))
    with _server(lab) as url:
        run_machine(_over(lab, url), places)


def _over(lab: Lab, url: str) -> Lab:
    """A lab whose sessions are on the wire."""
    from dataclasses import replace

    remote = replace(lab.subject, url=url)
    return Lab(remote, lab.survey, lab.profile, seed=lab.seed)
