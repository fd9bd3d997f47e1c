"""Play an environment that lives in this process, sync or async."""

from __future__ import annotations

import asyncio
import functools
import inspect
import time
from typing import Any

from hallmark_rl.conformance.client.response import Response, message_data, one_line
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.processes.watchdog import IN_PROGRESS
from hallmark_rl.sdk.subject.accepted_options import accepted_options
from hallmark_rl.sdk.subject.description import Subject

# Bound here because the checks of clocks replace the functions of the module `time`.
_clock, _monotonic = time.perf_counter, time.monotonic


class InProcessDriver:
    """An instance of the environment in this process. Exceptions are returned, not raised.

    Args:
        subject: the environment to make an instance of.
        use_async: whether `reset_async` and `step_async` are called.
        env: an existing instance to play instead of a new one.
    """

    def __init__(self, subject: Subject, *, use_async: bool = False, env: Any = None) -> None:
        self.subject = subject
        self.env = _construct(subject) if env is None else env
        self.use_async = use_async
        self._loop: asyncio.AbstractEventLoop | None = None

    def reset(self, **options: Any) -> Response:
        """Call `reset` with those options that its signature accepts, as OpenEnv's server does."""
        method = self.env.reset_async if self.use_async else self.env.reset
        return self._call(method, **accepted_options(method, options))

    def step(self, action: Action | Any, **kwargs: Any) -> Response:
        """Call `step` with an action given as plain data or as an object.

        Plain data that the action model rejects gives the error `InvalidAction`.
        """
        try:
            action_object = make_action(self.subject.action_type, action)
        except Exception as error:
            return Response(None, "InvalidAction", one_line(error))
        method = self.env.step_async if self.use_async else self.env.step
        return self._call(method, action_object, **kwargs)

    def state(self) -> Response:
        """Read the `state` property, or call it where it is a method."""

        def read() -> Any:
            value = self.env.state
            return value() if inspect.ismethod(value) else value

        return self._call(read)

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

    def _call(self, method: Any, /, *args: Any, **kwargs: Any) -> Response:
        began = _clock()
        IN_PROGRESS.name, IN_PROGRESS.since = _call_text(method, args), _monotonic()
        try:
            value = method(*args, **kwargs)
            if inspect.isawaitable(value):
                value = self._await(value)
        except (Exception, SystemExit, asyncio.CancelledError) as error:
            seconds = _clock() - began
            return Response(None, type(error).__name__, one_line(error), seconds, error)
        finally:
            IN_PROGRESS.name = ""
            IN_PROGRESS.longest = max(IN_PROGRESS.longest, _monotonic() - IN_PROGRESS.since)
        seconds = _clock() - began
        return Response(message_data(value), seconds=seconds, raw=value)

    def _await(self, value: Any) -> Any:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
        return self._loop.run_until_complete(value)


def _construct(subject: Subject) -> Any:
    """An instance of the environment; the watchdog sees how long the constructor takes."""
    IN_PROGRESS.name, IN_PROGRESS.since = "the constructor", _monotonic()
    try:
        return subject.factory()
    finally:
        IN_PROGRESS.name = ""
        IN_PROGRESS.longest = max(IN_PROGRESS.longest, _monotonic() - IN_PROGRESS.since)


def make_action(action_type: Any, action: Any) -> Any:
    """An action object from plain data; anything but a dict is returned as it is.

    MCP actions are recognised by their `type` (`list_tools`, `call_tool`). Raises what the model's
    validation raises.
    """
    if not isinstance(action, dict):
        return action
    base, tools = _mcp_types()
    if action_type in (base, *tools.values()) and action.get("type") in tools:
        return tools[action["type"]].model_validate(action)
    if hasattr(action_type, "model_validate"):
        return action_type.model_validate(action)
    from pydantic import TypeAdapter

    return TypeAdapter(action_type).validate_python(action)


@functools.cache
def _mcp_types() -> tuple[Any, dict[str, Any]]:
    """The base class of actions, and the classes of MCP actions by their `type`."""
    from openenv.core.env_server.mcp_types import CallToolAction, ListToolsAction
    from openenv.core.env_server.types import Action

    return Action, {"list_tools": ListToolsAction, "call_tool": CallToolAction}


def _call_text(method: Any, args: tuple[Any, ...]) -> str:
    arguments = repr(args[0])[:200] if args else ""
    return f"{getattr(method, '__name__', 'call')}({arguments})"
