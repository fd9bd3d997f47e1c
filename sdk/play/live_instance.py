"""One instance of an environment, and what each of its calls shows: to the agent, and beyond."""

from __future__ import annotations

import asyncio
import inspect
import logging
from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any

from pydantic import TypeAdapter, ValidationError

from hallmark_rl.sdk.environment.base import VerifiedEnvironment
from hallmark_rl.sdk.environment.observation_facts import hidden_fields, read_observation
from hallmark_rl.sdk.play.column_evidence import EvidenceRecorder
from hallmark_rl.sdk.play.plain_values import plain
from hallmark_rl.sdk.play.verifier_view import rubric_scores, verifier_view
from hallmark_rl.sdk.subject.accepted_options import accepted_options
from hallmark_rl.sdk.subject.description import Subject

Shown = dict[str, Any]
"""One message as the page shows it: JSON data."""
_FAILURES = (Exception, SystemExit, asyncio.CancelledError)
_log = logging.getLogger("hallmark.play")


class ActionRefused(ValueError):
    """The action model does not accept an action; the message says why."""


class LiveInstance:
    """An instance that one episode is played on, in one thread.

    Args:
        subject: the environment.
        private: whether to show what only the verifier knows. Without it nothing is read but what
            `reset` and `step` return.

    Attributes:
        env: the instance.
        observation: what `reset` or `step` returned last.
        over: whether the episode has ended, or failed.

    Raises:
        Exception: what the environment's constructor raises.
    """

    def __init__(self, subject: Subject, *, private: bool) -> None:
        self.env = subject.factory()
        self.observation: Any = None
        self.over = False
        self._subject, self._private = subject, private
        self._loop: asyncio.AbstractEventLoop | None = None
        verified = isinstance(self.env, VerifiedEnvironment)
        self._recorder = EvidenceRecorder(self.env) if private and verified else None

    def reset(self, options: Mapping[str, Any]) -> Shown:
        """Begin an episode with those `options` that the signature of `reset` accepts."""
        method = self._method("reset")
        return self._call("reset", method, **accepted_options(method, options))

    def step(self, action: Any) -> Shown:
        """Play an action, given as JSON data.

        Raises:
            ActionRefused: the action model does not accept it; nothing was played.
        """
        action_object = _make_action(self._subject.action_type, action)
        return self._call("step", self._method("step"), action_object)

    def close(self) -> None:
        """Close the instance; what it raises is logged."""
        try:
            close = getattr(self.env, "close", None)
            result = close() if callable(close) else None
            if inspect.isawaitable(result):
                self._await(result)
        except _FAILURES:
            _log.exception("close() failed")
        finally:
            if self._loop is not None:
                self._loop.close()

    def _method(self, name: str) -> Any:
        """`step_async` instead of `step` where the environment defines it, as OpenEnv calls it."""
        from openenv.core.env_server.interfaces import Environment

        asynchronous = getattr(type(self.env), f"{name}_async", None)
        base = getattr(Environment, f"{name}_async", None)
        if asynchronous in (None, base) or isinstance(self.env, VerifiedEnvironment):
            return getattr(self.env, name, None)
        return getattr(self.env, f"{name}_async")

    def _call(self, name: str, method: Any, /, *args: Any, **options: Any) -> Shown:
        try:
            value = method(*args, **options)
            self.observation = self._await(value) if inspect.isawaitable(value) else value
        except _FAILURES as error:
            _log.exception("%s() of the environment failed", name)
            self.over = True
            # The text of an exception may hold a secret.
            text = f": {error}" if self._private else "; the server's log has the traceback"
            return {"failure": f"{name}() raised {type(error).__name__}{text}"}
        data = plain(self.observation)
        if not isinstance(data, dict):
            self.over = True
            text = f": {data}" if self._private else ""
            returned = type(self.observation).__name__
            return {"failure": f"{name}() returned {returned}, which no server can send{text}"}
        try:
            return self._shown(data)
        except _FAILURES as error:
            self.over = True
            return {"failure": f"the observation cannot be read: {type(error).__name__}"}

    def _shown(self, data: dict[str, Any]) -> Shown:
        """The parts of an observation that the page shows apart; `data` is what a server sends."""
        facts = read_observation(SimpleNamespace(**data))
        self.over = facts.done
        hidden = hidden_fields(self.observation)
        shown: Shown = {
            "agent": {name: value for name, value in data.items() if name not in hidden},
            "prompt": self._prompt(),
            "reward": data.get("reward"),
            "gain": facts.reward,
            "done": facts.done,
            "success": facts.success,
            "score": data.get("score"),
            "error": {"code": facts.error, "message": facts.message, "blame": facts.blame},
            "columns": self._columns(facts.columns),
        }
        if self._private:
            shown["verifier"] = verifier_view(self._subject, self.env)
            shown["verifier"]["metadata"] = data.get("metadata")
        return shown

    def _prompt(self) -> str | None:
        """The observation as `text.py` renders it for a language model; None if it does not."""
        render = getattr(self._subject.text, "render", None)
        if not callable(render):
            return None
        try:
            return str(plain(render(self.observation)))
        except _FAILURES:
            return None

    def _columns(self, values: Mapping[str, float]) -> list[dict[str, Any]]:
        """Each reward column that was evaluated at the step."""
        if not isinstance(self.env, VerifiedEnvironment):
            scores = {**(rubric_scores(self.env) if self._private else {}), **values}
            return [{"name": name, "value": value} for name, value in scores.items()]
        rows = []
        for column in self.env.columns.columns:
            if column.name not in values:
                continue
            value = values[column.name]
            row = {
                "name": column.name,
                "value": value,
                "kind": column.kind,
                "weight": column.weight,
                "gate": column.gate,
                "closed": column.gate is not None and value < column.gate,
                "range": list(column.range),
            }
            if self._recorder is not None:
                row["evidence"] = self._recorder.last.get(column.name)
            rows.append(row)
        return rows

    def _await(self, value: Any) -> Any:
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
        return self._loop.run_until_complete(value)


def _make_action(action_type: Any, data: Any) -> Any:
    """An action object, as OpenEnv's server makes it: actions of tools are known by their type."""
    from openenv.core.env_server.mcp_types import CallToolAction, ListToolsAction
    from openenv.core.env_server.types import Action

    tools = {"list_tools": ListToolsAction, "call_tool": CallToolAction}
    kind = action_type
    if isinstance(data, dict) and action_type in (Action, CallToolAction, ListToolsAction):
        named = data.get("type")
        kind = tools.get(named, action_type) if isinstance(named, str) else action_type
    try:
        return TypeAdapter(kind).validate_python(data)
    except ValidationError as error:
        problems = error.errors(include_input=False, include_url=False, include_context=False)
        texts = [f"{'.'.join(map(str, each['loc']))}: {each['msg']}" for each in problems[:3]]
        raise ActionRefused("; ".join(texts)) from None
    except _FAILURES as error:  # a validator of the author
        raise ActionRefused(f"the action model raised {type(error).__name__}") from None
