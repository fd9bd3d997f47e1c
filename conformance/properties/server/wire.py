"""The server: what is played over the wire is what is played in process."""

from __future__ import annotations

import urllib.error
from typing import Any

from hallmark_rl.conformance.checking.context import Lab, Plain
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.client.in_process import Seen, make_action
from hallmark_rl.conformance.client.websocket import Wire, get
from hallmark_rl.conformance.core.diff import content_difference, differences
from hallmark_rl.conformance.core.results import Broken, Excluded
from hallmark_rl.conformance.properties.server.sessions import require_reset, server_of, several


@check("server.starts")
def starts(lab: Lab) -> None:
    subject = lab.subject
    named = subject.root is not None and (subject.root / "server" / "app.py").is_file()
    if subject.app is None and (named or subject.manifest.get("app")) and subject.notes:
        raise Broken(f"the app cannot be imported: {subject.notes[0]}")
    require_reset(lab)


@check("server.schema")
def schema(lab: Lab) -> None:
    import jsonschema

    with server_of(lab) as url:
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
    with server_of(lab) as url:
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
def http_reset(lab: Lab) -> None:
    with server_of(lab) as url:
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
    with server_of(lab) as url:
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


@check("server.typed_client")
def typed_client(lab: Lab) -> None:
    from openenv.core.env_server.serialization import serialize_observation

    client_type = lab.subject.client_type
    if client_type is None:
        raise Excluded("the folder has no client.py with a typed client")
    try:
        client = object.__new__(client_type)
    except TypeError as error:
        raise Broken(f"the client in client.py cannot be made: {error}") from None
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


def _content(message: dict[str, Any]) -> dict[str, Any]:
    """What is not in the `StepResult` beside the observation as well."""
    return {k: v for k, v in message.items() if k not in ("reward", "done", "metadata")}


def _lost(seen: Seen, result: Any) -> str:
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
def wire_machine(lab: Lab) -> None:
    from hallmark_rl.conformance.checking.state_machine import run_machine

    lab.require_deterministic()
    places = min(2, several(lab))
    with server_of(lab) as url:
        run_machine(_over(lab, url), places)


def _over(lab: Lab, url: str) -> Lab:
    """A lab whose sessions are on the wire."""
    from dataclasses import replace

    remote = replace(lab.subject, url=url)
    return Lab(remote, lab.survey, lab.profile, seed=lab.seed)
