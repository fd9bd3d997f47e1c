"""The server: what is played over the wire is what is played in process."""

from __future__ import annotations

import urllib.error
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext, Messages
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.http_requests import get_json
from hallmark_rl.conformance.client.in_process import make_action
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.client.websocket import WebSocketDriver
from hallmark_rl.conformance.core.diff import content_difference, differences
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.server.sessions import require_reset, server_of, several


@check("server.starts")
def starts(context: CheckContext) -> None:
    subject = context.subject
    named = subject.root is not None and (subject.root / "server" / "app.py").is_file()
    if subject.app is None and (named or subject.manifest.get("app")) and subject.notes:
        raise PropertyViolated(f"the app cannot be imported: {subject.notes[0]}")
    require_reset(context)


@check("server.schema")
def schema(context: CheckContext) -> None:
    import jsonschema

    with server_of(context) as url:
        try:
            published = get_json(f"{url}/schema")
        except Exception as error:
            raise PropertyViolated(f"/schema does not answer: {error}") from None
        for name in ("action", "observation"):
            if not isinstance(published.get(name), dict):
                raise PropertyViolated(f"/schema has no {name}")
        kinds = {
            "action": context.subject.action_type,
            "observation": context.subject.observation_type,
        }
        for name, kind in kinds.items():
            if hasattr(kind, "model_json_schema"):
                found = content_difference(published[name], kind.model_json_schema())
                if found is not None:
                    raise PropertyViolated(
                        f"/schema's {name} is not the model that is used: {found}"
                    )
        wire = WebSocketDriver(url)
        trace = [wire.reset(seed=1), *(wire.step(action) for action in context.pool[:3])]
        wire.close()
        if context.survey.tools:
            return
        for seen in trace[1:]:
            if seen.data is not None:
                try:
                    jsonschema.validate(_without_none(seen.data), published["observation"])
                except jsonschema.ValidationError as error:
                    text = f"{'.'.join(map(str, error.path))}: {error.message[:200]}"
                    raise PropertyViolated(f"a message does not match /schema: {text}") from None


def _without_none(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value is not None}


@check("server.wire_agrees", clean=True)
def wire_agrees(context: CheckContext) -> None:
    context.require_deterministic()
    context.new_in_process_driver().close()
    with server_of(context) as url:
        for episode in context.until_budget(context.corpus(6), least=5):
            wire = WebSocketDriver(url)
            over = [seen.plain() for seen in context.play(episode, wire)]
            wire.close()
            here = [
                _as_sent(context, message) for message in context.play_in_fresh_process(episode)
            ]
            if here and "error" in here[-1] and len(here[-1]) == 1:
                here, over = here[:-1], over[: len(here) - 1]
            for found in differences(_comparable(here), _comparable(over)):
                if not found.volatile:
                    raise PropertyViolated(f"in process and over the wire: message{found}", episode)


def _as_sent(context: CheckContext, message: dict[str, Any]) -> dict[str, Any]:
    return message


def _comparable(trace: Messages) -> Messages:
    """Without metadata (openenv-core 0.3 does not send it) and what is None, or NaN as it is sent.

    The server adds a reward of None to a model that leaves it out.
    """
    return [
        {
            key: value
            for key, value in message.items()
            if key != "metadata" and value is not None and value == value
        }
        for message in trace
    ]


@check("server.http_reset")
def http_reset(context: CheckContext) -> None:
    with server_of(context) as url:
        for body in ({}, {"seed": 3}):
            try:
                answer = get_json(f"{url}/reset", body)
            except urllib.error.HTTPError as error:
                raise PropertyViolated(f"POST /reset {body} is answered by {error.code}") from None
            if "observation" not in answer or answer.get("done"):
                raise PropertyViolated(f"POST /reset {body} is answered by {str(answer)[:200]}")
        if context.subject.url is None and context.survey.deterministic:
            here = context.new_in_process_driver().reset(seed=3)
            for key, value in answer["observation"].items():
                if key != "metadata" and key in (here.data or {}):
                    found = content_difference((here.data or {})[key], value)
                    if found is not None and "stochastic" not in context.declared.capabilities:
                        if not context.survey.accepts.get("seed", True):
                            return
                        raise PropertyViolated(f"POST /reset with seed 3 differs in {key}: {found}")


@check("server.state_agrees")
def state_agrees(context: CheckContext) -> None:
    context.require_deterministic()
    here = context.new_in_process_driver()
    with server_of(context) as url:
        wire = WebSocketDriver(url)
        for episode in context.corpus(4)[:3]:
            given = {**episode.calls[0].options, "episode_id": "state"}
            pairs = [(here.reset(**given), wire.reset(**given))]
            pairs += [(here.step(action), wire.step(action)) for action in episode.actions[:1]]
            mine, theirs = here.state(), wire.state()
            if theirs.data is None:
                raise PropertyViolated(f"state over the WebSocket is answered by {theirs}", episode)
            found = content_difference(mine.plain(), theirs.plain())
            if found is not None:
                raise PropertyViolated(f"state in process and over the wire: {found}", episode)
        wire.close()


@check("server.typed_client")
def typed_client(context: CheckContext) -> None:
    from openenv.core.env_server.serialization import serialize_observation

    client_type = context.subject.client_type
    if client_type is None:
        raise NotApplicable("the folder has no client.py with a typed client")
    try:
        client = object.__new__(client_type)
    except TypeError as error:
        raise PropertyViolated(f"the client in client.py cannot be made: {error}") from None
    for episode in context.corpus(4)[:5]:
        for number, seen in enumerate(context.play(episode)):
            if seen.data is None or not hasattr(seen.raw, "model_dump"):
                continue
            try:
                sent = serialize_observation(
                    type(seen.raw).model_validate_json(seen.raw.model_dump_json())
                )
            except Exception as error:
                text = f"OpenEnv cannot send message {number}: {type(error).__name__}: {error}"
                raise PropertyViolated(text, episode) from None
            try:
                result = client._parse_result(sent)
            except Exception as error:
                text = f"_parse_result raises {type(error).__name__}: {error}"
                raise PropertyViolated(f"message {number}: {text}", episode) from None
            problem = _lost(seen, result)
            if problem:
                raise PropertyViolated(f"message {number}: {problem}", episode)
        for action in episode.actions[:3]:
            made = make_action(context.subject.action_type, action)
            payload = client._step_payload(made)
            back = make_action(context.subject.action_type, payload)
            found = content_difference(made.model_dump(), back.model_dump())
            if found is not None and not found.path.startswith("metadata"):
                raise PropertyViolated(f"the client changes the action: {found}", episode)


def _content(message: dict[str, Any]) -> dict[str, Any]:
    """What is not in the `StepResult` beside the observation as well."""
    return {k: v for k, v in message.items() if k not in ("reward", "done", "metadata")}


def _lost(seen: Response, result: Any) -> str:
    if seen.data and result.done != seen.data["done"]:
        return f"done is {seen.data['done']!r} for the server and {result.done!r} for the client"
    if result.reward != seen.reward:
        return f"reward is {seen.reward!r} for the server and {result.reward!r} for the client"
    if not hasattr(result.observation, "model_dump"):
        return ""
    mine = _content(result.observation.model_dump(mode="json"))
    found = content_difference(_content(seen.data or {}), mine)
    if (
        found is None
        or content_difference(_content(seen.raw.model_dump(mode="json")), mine) is None
    ):
        return ""
    return f"the client's observation differs: {found}"


@check("server.machine")
def wire_machine(context: CheckContext) -> None:
    from hallmark_rl.conformance.checking.state_machine import check_interleavings

    context.require_deterministic()
    places = min(2, several(context))
    with server_of(context) as url:
        check_interleavings(_over(context, url), places)


def _over(context: CheckContext, url: str) -> CheckContext:
    """A context whose sessions are on the wire."""
    from dataclasses import replace

    remote = replace(context.subject, url=url)
    return CheckContext(remote, context.survey, context.profile, seed=context.seed)
