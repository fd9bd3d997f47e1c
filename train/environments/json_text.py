"""JSON as the text form of an environment that has no `text.py`, for models that know JSON."""

from __future__ import annotations

import json
import string
import urllib.error
import urllib.request
from types import SimpleNamespace
from typing import Any

from pydantic import BaseModel, ConfigDict

from hallmark_rl.train.environments.rollout_env import ANY_LEVEL, Unreadable

_FOR_THE_TRAINER = {"metadata", "columns", "reward", "success", "score", "error", "done"}
_LONGEST = 4000


class Loose(BaseModel):
    """Whatever a server sends or takes, where its models are not known."""

    model_config = ConfigDict(extra="allow")
    done: bool = False
    reward: float | None = None


class _Sent(BaseModel):
    model_config = ConfigDict(extra="allow")


def schema_of(url: str) -> dict[str, Any]:
    """The schema of the actions that a server publishes; `OSError` if it does not."""
    address = f"{url.replace('ws', 'http', 1) if url.startswith('ws') else url}/schema"
    try:
        with urllib.request.urlopen(address, timeout=30) as answer:
            return dict(json.load(answer)["action"])
    except (urllib.error.URLError, ValueError, KeyError) as error:
        raise OSError(f"{address} gives no schema of actions: {error}") from error


def plain_text(schema: dict[str, Any], action_type: type[BaseModel] = _Sent) -> SimpleNamespace:
    """A text form with the names that `text.py` has."""

    def render(observation: Any) -> str:
        shown = observation.model_dump(mode="json", exclude=_FOR_THE_TRAINER)
        return json.dumps(shown)

    def parse(completion: str) -> Any:
        """The first JSON object in the text."""
        start = completion.find("{")
        try:
            if start < 0:
                raise ValueError("there is no JSON object")
            found, _ = json.JSONDecoder().raw_decode(completion[start:])
            return action_type.model_validate(found)
        except (ValueError, RecursionError) as error:
            raise Unreadable(str(error)) from error

    def demonstrations(*, level: int, **_: Any) -> Any:
        raise ValueError(f"level {level} has no demonstrations: there is no text.py")

    wanted = {name: value for name, value in schema.items() if name != "title"}
    wanted["properties"] = {
        name: value for name, value in schema.get("properties", {}).items() if name != "metadata"
    }
    return SimpleNamespace(
        SYSTEM="You act in an environment. Answer each observation with one action, a JSON object "
        f"of this schema and nothing else: {json.dumps(wanted)}",
        ALPHABET=string.printable,
        MAX_TURN_CHARS=_LONGEST,
        LEVELS=(ANY_LEVEL,),
        render=render,
        parse=parse,
        demonstrations=demonstrations,
    )
