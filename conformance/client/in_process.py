"""One way to play, for every kind of subject: in process (sync or async) and over the wire."""

from __future__ import annotations

import asyncio
import inspect
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from hallmark_rl.conformance.core.episode import Action
from hallmark_rl.conformance.processes.watchdog import IN_PROGRESS
from hallmark_rl.sdk.subject.description import Subject

_clock, _monotonic = time.perf_counter, time.monotonic


@dataclass(frozen=True)
class Seen:
    """What came back from one call: a message, or an error."""

    data: dict[str, Any] | None
    error: str = ""
    message: str = ""
    seconds: float = 0.0
    raw: Any = None

    @property
    def reward(self) -> Any:
        """The reward as it was sent."""
        return None if self.data is None else self.data.get("reward")

    @property
    def pay(self) -> float:
        """The reward as a number; what is not a finite number counts as 0."""
        value = self.reward
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
            return float(value) if isinstance(value, bool) else 0.0
        return float(value)

    @property
    def done(self) -> bool:
        """Whether the episode is over."""
        return self.data is not None and self.data.get("done") is True

    def plain(self) -> dict[str, Any]:
        """The message, or the kind of error: what comparisons look at."""
        return {"error": self.error} if self.data is None else self.data

    def __str__(self) -> str:
        if self.data is None:
            return f"{self.error}: {self.message}"
        return json.dumps(self.data, default=repr, ensure_ascii=False)


class Driver(Protocol):
    """An instance, or a session."""

    def reset(self, **options: Any) -> Seen: ...
    def step(self, action: Action) -> Seen: ...
    def state(self) -> Seen: ...
    def close(self) -> None: ...


def open_driver(subject: Subject, *, use_async: bool = False) -> Driver:
    """A new instance of the subject, or a new session of the server that it names."""
    if subject.url is not None:
        from hallmark_rl.conformance.client.websocket import Wire

        return Wire(subject.url)
    return Local(subject, use_async=use_async)


class Local:
    """An instance in this process. Errors are returned, not raised."""

    def __init__(self, subject: Subject, *, use_async: bool = False, env: Any = None) -> None:
        self.subject = subject
        self.env = subject.factory() if env is None else env
        self.use_async = use_async
        self._loop: asyncio.AbstractEventLoop | None = None
        self._entered: Any = None

    def reset(self, **options: Any) -> Seen:
        """`reset` with those of the options that its signature takes, as OpenEnv's server does."""
        method = self.env.reset_async if self.use_async else self.env.reset
        return self._called(method, **accepted(method, options))

    def step(self, action: Action | Any, **kwargs: Any) -> Seen:
        """`step` with an action given as plain data, or as an object."""
        try:
            made = make_action(self.subject.action_type, action)
        except Exception as error:
            return Seen(None, "InvalidAction", _line(error))
        method = self.env.step_async if self.use_async else self.env.step
        return self._called(method, made, **kwargs)

    def state(self) -> Seen:
        """The `state` property."""

        def read() -> Any:
            value = self.env.state
            return value() if inspect.ismethod(value) else value

        return self._called(read)

    def close(self) -> None:
        """Close the environment and its event loop."""
        try:
            if callable(getattr(self.env, "close", None)):
                result = self.env.close()
                if inspect.isawaitable(result):
                    self._await(result)
        finally:
            if self._loop is not None:
                self._loop.close()
                self._loop = None

    def _called(self, method: Any, *args: Any, **kwargs: Any) -> Seen:
        began = _clock()
        IN_PROGRESS.name, IN_PROGRESS.since = _call_text(method, args), _monotonic()
        try:
            value = method(*args, **kwargs)
            if inspect.isawaitable(value):
                value = self._await(value)
        except (Exception, SystemExit, asyncio.CancelledError) as error:
            spent = _clock() - began
            return Seen(None, type(error).__name__, _line(error), spent, error)
        finally:
            IN_PROGRESS.name = ""
        spent = _clock() - began
        return Seen(plain(value), seconds=spent, raw=value)

    def _await(self, value: Any) -> Any:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
        return self._loop.run_until_complete(value)


def accepted(method: Any, options: Mapping[str, Any]) -> dict[str, Any]:
    """The options that the signature of `method` takes."""
    try:
        parameters = inspect.signature(method).parameters
    except (TypeError, ValueError):
        return dict(options)
    if any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters.values()):
        return dict(options)
    return {key: value for key, value in options.items() if key in parameters}


def make_action(action_type: Any, action: Any) -> Any:
    """An action object from plain data; MCP actions are known by their `type`."""
    if not isinstance(action, dict):
        return action
    from openenv.core.env_server.mcp_types import CallToolAction, ListToolsAction
    from openenv.core.env_server.types import Action as Base

    tools = {"list_tools": ListToolsAction, "call_tool": CallToolAction}
    if action_type in (Base, CallToolAction, ListToolsAction) and action.get("type") in tools:
        return tools[action["type"]].model_validate(action)
    if hasattr(action_type, "model_validate"):
        return action_type.model_validate(action)
    from pydantic import TypeAdapter

    return TypeAdapter(action_type).validate_python(action)


def plain(value: Any) -> dict[str, Any]:
    """A message as plain data; what is not a model or a dict is wrapped."""
    if hasattr(value, "model_dump"):
        try:
            data = value.model_dump()
        except Exception as error:
            return {"(unserialisable)": f"{type(error).__name__}: {_line(error)}"}
    elif isinstance(value, dict):
        data = value
    elif hasattr(value, "__dict__"):
        data = dict(vars(value))
    else:
        data = {"(value)": value}
    simple: dict[str, Any] = simplify(data)
    return simple


def simplify(value: Any, depth: int = 0) -> Any:
    """Copies of plain containers; other objects as their type and, if it is stable, their text."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if depth > 40:
        return "(too deep)"
    if isinstance(value, dict):
        return {str(key): simplify(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [simplify(item, depth + 1) for item in value]
    if isinstance(value, set | frozenset):
        return [simplify(item, depth + 1) for item in value]
    if hasattr(value, "value") and type(value).__module__ != "builtins" and hasattr(value, "name"):
        return simplify(value.value, depth + 1)
    if hasattr(value, "model_dump"):
        return simplify(value.model_dump(), depth + 1)
    if hasattr(value, "tolist"):
        return simplify(value.tolist(), depth + 1)
    if hasattr(value, "isoformat"):
        return value.isoformat()
    if hasattr(value, "__dataclass_fields__"):
        return simplify(vars(value), depth + 1)
    return f"({type(value).__name__})"


def _call_text(method: Any, args: tuple[Any, ...]) -> str:
    given = repr(args[0])[:200] if args else ""
    return f"{getattr(method, '__name__', 'call')}({given})"


def _line(error: BaseException) -> str:
    return " ".join(str(error).split())[:400]
