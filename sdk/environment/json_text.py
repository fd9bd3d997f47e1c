"""JSON as the text form of an environment without a `text.py`, for models that know JSON."""

from __future__ import annotations

import json
import string
import urllib.error
import urllib.request
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from pydantic import BaseModel, ConfigDict

from hallmark_rl.sdk.common.errors import UnparsableCompletion
from hallmark_rl.sdk.environment.observation_facts import hidden_fields

NO_LEVELS = (0,)
"""`LEVELS` of a text form for an environment without levels: only the seed selects the task."""
_MAX_TURN_CHARS = 4000


class AnyFields(BaseModel):
    """An observation, action or state of a server whose types are not known."""

    model_config = ConfigDict(extra="allow")
    done: bool = False
    reward: float | None = None


class AnyAction(BaseModel):
    """An action of an environment of which only the JSON schema of actions is known."""

    model_config = ConfigDict(extra="allow")


def fetch_action_schema(url: str, headers: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The JSON schema of actions that a server publishes at `/schema`.

    Args:
        url: the address of the server, `http(s)` or `ws(s)`.
        headers: HTTP headers of the request.

    Raises:
        OSError: the server cannot be reached or publishes none.
    """
    address = f"{url.replace('ws', 'http', 1) if url.startswith('ws') else url}/schema"
    request = urllib.request.Request(address, headers=dict(headers or {}))
    try:
        with urllib.request.urlopen(request, timeout=30) as response:
            return dict(json.load(response)["action"])
    except (urllib.error.URLError, ValueError, KeyError) as error:
        raise OSError(f"{address} gives no schema of actions: {error}") from error


def shown_as_json(observation: Any) -> str:
    """The JSON of an observation, without the fields that are for the trainer."""
    hidden = hidden_fields(observation)
    if isinstance(observation, BaseModel):
        return json.dumps(observation.model_dump(mode="json", exclude=hidden))
    shown = {name: value for name, value in vars(observation).items() if name not in hidden}
    return json.dumps(shown, default=str)


def json_text_form(
    schema: dict[str, Any], action_type: type[BaseModel] = AnyAction
) -> SimpleNamespace:
    """A text form with the same names as a `text.py`.

    Args:
        schema: the JSON schema of actions, shown to the model in `SYSTEM`.
        action_type: validates what the model wrote; the default accepts any JSON object.
    """

    def parse(completion: str) -> Any:
        """The first JSON object in the completion, as an action."""
        start = completion.find("{")
        try:
            if start < 0:
                raise ValueError("there is no JSON object")
            value, _ = json.JSONDecoder().raw_decode(completion[start:])
            return action_type.model_validate(value)
        except (ValueError, RecursionError) as error:
            raise UnparsableCompletion(str(error)) from error

    def demonstrations(*, level: int, **_: Any) -> Any:
        raise ValueError(f"level {level} has no demonstrations: there is no text.py")

    shown = {name: value for name, value in schema.items() if name != "title"}
    shown["properties"] = {
        name: value for name, value in schema.get("properties", {}).items() if name != "metadata"
    }
    return SimpleNamespace(
        SYSTEM="You act in an environment. Answer each observation with one action, a JSON object "
        f"of this schema and nothing else: {json.dumps(shown)}",
        ALPHABET=string.printable,
        MAX_TURN_CHARS=_MAX_TURN_CHARS,
        LEVELS=NO_LEVELS,
        render=shown_as_json,
        parse=parse,
        demonstrations=demonstrations,
    )
