"""Server: schemas, messages, state and client over the network agree with the process."""

from __future__ import annotations

import urllib.error
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext, Messages
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.http_requests import get_json
from hallmark_rl.conformance.client.in_process import make_action
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.client.server_address import ServerAddress
from hallmark_rl.conformance.core.diff import content_difference, differences
from hallmark_rl.conformance.core.json_tree import is_finite
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.server.server_under_test import (
    new_session,
    require_reset,
    server_address,
    session_capacity,
)
from hallmark_rl.sdk.subject.diagnosis import MISSING_PACKAGE


@check("server.starts")
def starts(context: CheckContext) -> None:
    subject = context.subject
    named = subject.root is not None and (subject.root / "server" / "app.py").is_file()
    if subject.app is None and (named or subject.manifest.get("app")) and subject.notes:
        raise PropertyViolated(f"the app cannot be imported: {subject.notes[0]}")
    env_class = subject.env_class
    if subject.app is None and env_class is not None and not hasattr(env_class, "reset_async"):
        text = f"{env_class.__name__} is not derived from OpenEnv's Environment"
        raise PropertyViolated(f"{text}, so OpenEnv's server cannot play it")
    require_reset(context)


@check("server.declared_app")
def declared_app(context: CheckContext) -> None:
    if not context.subject.manifest.get("app"):
        raise NotApplicable("openenv.yaml declares no app")
    if context.subject.undeclared:
        _require_packages(context.subject.undeclared)
        raise PropertyViolated(context.subject.undeclared)


def _require_packages(problem: str) -> None:
    """Raise `EvidenceMissing` if an app was not imported for want of a package."""
    if MISSING_PACKAGE in problem:
        raise EvidenceMissing(f"the declared app was not tried: {problem}")


@check("server.schema")
def schema(context: CheckContext) -> None:
    import jsonschema

    with server_address(context) as address:
        try:
            published = get_json(address, "/schema")
        except Exception as error:
            raise PropertyViolated(f"/schema does not answer: {error}") from None
        for name in ("action", "observation"):
            if not isinstance(published.get(name), dict):
                raise PropertyViolated(f"/schema has no {name}")
        models = {
            "action": context.subject.action_type,
            "observation": context.subject.observation_type,
        }
        for name, model in models.items():
            if hasattr(model, "model_json_schema"):
                difference = content_difference(published[name], model.model_json_schema())
                if difference is not None:
                    raise PropertyViolated(
                        f"/schema's {name} differs from the model that is used: {difference}"
                    )
        session = new_session(context, address)
        trace = [session.reset(seed=1), *(session.step(action) for action in context.pool[:3])]
        session.close()
        if context.survey.tools:
            return
        for response in trace[1:]:
            if response.data is not None:
                try:
                    jsonschema.validate(_without_none(response.data), published["observation"])
                except jsonschema.ValidationError as error:
                    text = f"{'.'.join(map(str, error.path))}: {error.message[:200]}"
                    raise PropertyViolated(f"a message does not match /schema: {text}") from None


def _without_none(data: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in data.items() if value is not None}


@check("server.wire_agrees", needs_fresh_process=True)
def wire_agrees(context: CheckContext) -> None:
    context.require_deterministic()
    context.new_in_process_driver().close()
    with server_address(context) as address:
        for episode in context.until_budget(context.corpus(6), least=5):
            if not is_finite(episode.actions):  # a client cannot send NaN
                continue
            session = new_session(context, address)
            remote = [response.plain() for response in context.play(episode, session)]
            session.close()
            local = context.play_in_fresh_process(episode)
            if local and "error" in local[-1] and len(local[-1]) == 1:
                local, remote = local[:-1], remote[: len(local) - 1]
            for difference in differences(_comparable(local), _comparable(remote)):
                if not difference.volatile:
                    context.require_same_when_repeated(episode, local)
                    raise PropertyViolated(
                        f"in process and over the WebSocket: message{difference}", episode
                    )


def _comparable(trace: Messages) -> Messages:
    """The messages without metadata, None and NaN.

    openenv-core 0.3 does not send metadata, the server adds a missing reward as None, and NaN
    arrives as None.
    """
    return [
        {
            key: value
            for key, value in message.items()
            if key != "metadata" and value is not None and is_finite(value)
        }
        for message in trace
    ]


@check("server.http_reset")
def http_reset(context: CheckContext) -> None:
    with server_address(context) as address:
        for body in ({}, {"seed": 3}):
            try:
                answer = get_json(address, "/reset", body)
            except urllib.error.HTTPError as error:
                raise PropertyViolated(
                    f"the server answers POST /reset {body} with status {error.code}"
                ) from None
            if "observation" not in answer or answer.get("done"):
                raise PropertyViolated(
                    f"the server answers POST /reset {body} with {str(answer)[:200]}"
                )
        if context.subject.url is None and context.survey.deterministic:
            local = context.new_in_process_driver().reset(seed=3)
            for key, value in answer["observation"].items():
                if key != "metadata" and key in (local.data or {}):
                    difference = content_difference((local.data or {})[key], value)
                    if difference is not None and "stochastic" not in context.declared.capabilities:
                        if not context.survey.accepts.get("seed", True):
                            return
                        raise PropertyViolated(
                            f"POST /reset with seed 3 differs in {key}: {difference}"
                        )


@check("server.state_agrees")
def state_agrees(context: CheckContext) -> None:
    context.require_deterministic()
    driver = context.new_in_process_driver()
    with server_address(context) as address:
        session = new_session(context, address)
        for episode in context.corpus(4)[:3]:
            options = {**episode.calls[0].options, "episode_id": "state"}
            for player in (driver, session):
                player.reset(**options)
                for action in episode.actions[:1]:
                    player.step(action)
            local_state, remote_state = driver.state(), session.state()
            if remote_state.data is None:
                raise PropertyViolated(
                    f"the server answers a state request with {remote_state}", episode
                )
            difference = content_difference(local_state.plain(), remote_state.plain())
            if difference is not None:
                raise PropertyViolated(
                    f"state in process and over the WebSocket: {difference}", episode
                )
        session.close()


@check("server.typed_client")
def typed_client(context: CheckContext) -> None:
    client_type = context.subject.client_type
    if client_type is None:
        raise NotApplicable("the folder has no client.py with a typed client")
    try:
        client = object.__new__(client_type)
    except TypeError as error:
        raise PropertyViolated(f"the client in client.py cannot be instantiated: {error}") from None
    for episode in context.corpus(4)[:5]:
        for number, response in enumerate(context.play(episode)):
            if response.data is None:
                continue
            try:
                sent = _as_sent(response)
            except Exception as error:
                text = f"OpenEnv cannot send message {number}: {type(error).__name__}: {error}"
                raise PropertyViolated(text, episode) from None
            if sent is None:
                continue
            try:
                result = client._parse_result(sent)
            except Exception as error:
                text = f"_parse_result raises {type(error).__name__}: {error}"
                raise PropertyViolated(f"message {number}: {text}", episode) from None
            problem = _client_problem(response, result)
            if problem:
                raise PropertyViolated(f"message {number}: {problem}", episode)
        for action in episode.actions[:3]:
            action_model = make_action(context.subject.action_type, action)
            payload = client._step_payload(action_model)
            read_back = make_action(context.subject.action_type, payload)
            difference = content_difference(action_model.model_dump(), read_back.model_dump())
            if difference is not None and not difference.path.startswith("metadata"):
                raise PropertyViolated(f"the client changes the action: {difference}", episode)


def _as_sent(response: Response) -> dict[str, Any] | None:
    """The data that the server sends for a message; None if the message is not a model.

    Raises whatever the serialisation of the message raises.
    """
    from openenv.core.env_server.serialization import serialize_observation

    raw = response.raw
    if isinstance(raw, dict) and raw.get("type") == "observation":  # it came from a server
        data: dict[str, Any] = raw["data"]
        return data
    if not hasattr(raw, "model_dump"):
        return None
    sent: dict[str, Any] = serialize_observation(
        type(raw).model_validate_json(raw.model_dump_json())
    )
    return sent


def _observation_fields(message: dict[str, Any]) -> dict[str, Any]:
    """The fields of an observation that a `StepResult` does not hold separately."""
    return {
        key: value for key, value in message.items() if key not in ("reward", "done", "metadata")
    }


def _client_problem(response: Response, result: Any) -> str:
    """How the client's result differs from the response; empty if it does not."""
    if response.data and result.done != response.data["done"]:
        return (
            f"done is {response.data['done']!r} for the server and {result.done!r} for the client"
        )
    if result.reward != response.reward:
        return f"reward is {response.reward!r} for the server and {result.reward!r} for the client"
    if not hasattr(result.observation, "model_dump"):
        return ""
    client_data = _observation_fields(result.observation.model_dump(mode="json"))
    difference = content_difference(_observation_fields(response.data or {}), client_data)
    if difference is None:
        return ""
    if hasattr(response.raw, "model_dump"):
        as_json = _observation_fields(response.raw.model_dump(mode="json"))
        if content_difference(as_json, client_data) is None:
            return ""
    return f"the client's observation differs: {difference}"


@check("server.call_order")
def wire_machine(context: CheckContext) -> None:
    from hallmark_rl.conformance.checking.interleaved_sessions import check_interleavings

    context.require_deterministic()
    sessions = min(2, session_capacity(context))
    with server_address(context) as address:
        check_interleavings(_remote_context(context, address), sessions)


def _remote_context(context: CheckContext, address: ServerAddress) -> CheckContext:
    """A context like this one whose subject is the server at `address`."""
    from dataclasses import replace

    remote = replace(context.subject, url=address.url, headers=address.headers)
    return CheckContext(remote, context.survey, context.profile, seed=context.seed)
