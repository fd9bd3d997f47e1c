"""What a browser asks for: an episode by its options and actions. Everything in it is checked."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

MAX_ACTIONS = 500
"""The most actions of one episode: each request plays all of them again."""
_MAX_NAME_CHARS = 200


class RequestProblem(ValueError):
    """A request cannot be answered; the message says why."""


@dataclass(frozen=True)
class EpisodeRequest:
    """One episode to play from its beginning.

    Attributes:
        options: the arguments of `reset`, with `seed`.
        actions: the actions of all steps, as JSON data.
        policy: the policy that goes on after them; empty for none.
        steps: how many further steps the policy plays.
        draw: a number that random actions depend on.
        address: the address of the page, for the script that a person copies.
    """

    options: Mapping[str, Any]
    actions: list[Any]
    policy: str = ""
    steps: int = 0
    draw: int = 0
    address: str = ""


def read_request(data: Any, names: Collection[str]) -> EpisodeRequest:
    """Check the body of a request.

    Args:
        data: the parsed JSON, from anybody.
        names: the arguments of `reset` that may be set, besides `seed`.

    Raises:
        RequestProblem: the form is wrong; the message says how.
    """
    if not isinstance(data, dict):
        raise RequestProblem("the request must be a JSON object")
    options, actions = data.get("options", {}), data.get("actions", [])
    if not isinstance(options, dict):
        raise RequestProblem("options must be an object")
    unknown = [name for name in options if name != "seed" and name not in names]
    if unknown:
        raise RequestProblem(f"reset does not take {unknown[0]!r:.60}")
    seed = options.get("seed")
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise RequestProblem("seed must be an integer")
    if not isinstance(actions, list):
        raise RequestProblem("actions must be a list")
    steps = _integer(data, "steps", 0, MAX_ACTIONS)
    if len(actions) > MAX_ACTIONS:
        raise RequestProblem(f"an episode has at most {MAX_ACTIONS} actions on this page")
    return EpisodeRequest(
        {name: value for name, value in options.items() if value is not None},
        actions,
        _text(data, "policy"),
        min(steps, MAX_ACTIONS - len(actions)),
        _integer(data, "draw", 0, 2**31),
        _text(data, "address"),
    )


def _integer(data: Mapping[str, Any], name: str, low: int, high: int) -> int:
    value = data.get(name, low)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise RequestProblem(f"{name} must be an integer from {low} to {high}")
    return value


def _text(data: Mapping[str, Any], name: str) -> str:
    value = data.get(name, "")
    if not isinstance(value, str) or len(value) > _MAX_NAME_CHARS:
        raise RequestProblem(f"{name} must be a text of at most {_MAX_NAME_CHARS} characters")
    return value
