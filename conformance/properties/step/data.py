"""Step: what must not be touched, and what must not change afterwards."""

from __future__ import annotations

import copy
import json
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check, each_episode
from hallmark_rl.conformance.client.in_process import InProcessDriver, make_action
from hallmark_rl.conformance.client.response import Response, message_data
from hallmark_rl.conformance.core.episode_data import Call, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated


@each_episode("step.action_unchanged")
def action_unchanged(context: CheckContext, episode: Episode) -> None:
    driver = context.new_in_process_driver()
    driver.reset(**episode.calls[0].options)
    for number, action in enumerate(episode.actions, start=1):
        made = make_action(context.subject.action_type, copy.deepcopy(action))
        before = message_data(made)
        seen = driver.step(made)
        after = message_data(made)
        if context.first_difference(before, after):
            shown = Episode(episode.calls[: number + 1], episode.label)
            raise PropertyViolated(
                f"step {number} changed its action: {context.first_difference(before, after)}",
                shown,
            )
        if seen.done or seen.data is None:
            break


@each_episode("step.metadata_inert", clean=True)
def metadata_inert(context: CheckContext, episode: Episode) -> None:
    context.require_deterministic()
    if "metadata" not in json.dumps(context.survey.schema) and context.subject.url is None:
        raise NotApplicable("actions have no metadata")
    expected = (
        context.play_messages(episode)
        if context.subject.url
        else context.play_in_fresh_process(episode)
    )
    asked = _keys_read(context, episode)
    guesses: list[dict[str, Any]] = [dict.fromkeys(asked, value) for value in (True, 1.0, "x")]
    for note in (*_NOTES, *(guess for guess in guesses if guess)):
        told = [
            {**action, "metadata": {**action.get("metadata", {}), **note}}
            for action in episode.actions
        ]
        noted = Episode.of(episode.seed, told, "with metadata")
        context.require_same_messages(
            episode,
            expected,
            context.play_messages(noted),
            f"with metadata {note}",
            show=noted,
            view=_without_echo,
        )


def _keys_read(context: CheckContext, episode: Episode) -> list[str]:
    """The keys that the environment looks up in an action's metadata."""
    keys: list[str] = []

    class Recording(dict[str, Any]):
        def get(self, key: str, default: Any = None) -> Any:
            keys.append(key)
            return super().get(key, default)

        def __getitem__(self, key: str) -> Any:
            keys.append(key)
            return super().__getitem__(key)

        def __contains__(self, key: object) -> bool:
            keys.append(str(key))
            return super().__contains__(key)

    driver = context.new_driver()
    if not isinstance(driver, InProcessDriver):
        return []
    driver.reset(**episode.calls[0].options)
    for action in episode.actions:
        made = make_action(context.subject.action_type, copy.deepcopy(action))
        if "metadata" in getattr(made, "__dict__", {}):
            made.__dict__["metadata"] = Recording(made.metadata or {})
        seen = driver.step(made)
        if seen.done or seen.data is None:
            break
    driver.close()
    # `timeout_s` is how a client of ours says what OpenEnv's wire drops: it shortens a deadline.
    return [key for key in dict.fromkeys(keys) if key not in ("timeout_s",)]


_NOTES: tuple[dict[str, Any], ...] = (
    {
        "reward": 1.0,
        "score": 1.0,
        "done": True,
        "success": True,
        "answer": "x",
        "debug": True,
        "admin": True,
        "confidence": 1.0,
    },
    {
        "reward": -1.0,
        "please": True,
        "magic": "please",
        "verbose": True,
        "cheat": True,
        "hint": True,
    },
)


def _without_echo(trace: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Messages without what quotes the action back."""
    return [
        {
            key: value
            for key, value in message.items()
            if "metadata" not in key and "action" not in key
        }
        for message in trace
    ]


@check("step.accepts_timeout")
def accepts_timeout(context: CheckContext) -> None:
    driver = context.new_in_process_driver()
    if not context.survey.accepts.get("timeout_s", True):
        raise PropertyViolated("step() has no parameter timeout_s and no **kwargs")
    driver.reset()
    seen = driver.step(context.pool[0], timeout_s=30.0)
    if seen.data is None and seen.error == "TypeError":
        raise PropertyViolated(f"step(action, timeout_s=30.0) raises {seen}")


@check("step.timeout_honoured")
def timeout_honoured(context: CheckContext) -> None:
    action = context.declared.slow_action
    if action is None:
        raise NotApplicable("no slow action is declared: write declared = {'slow_action': {...}}")
    driver = context.new_in_process_driver()
    driver.reset(seed=context.seeds[0])
    given = message_data(action) if hasattr(action, "model_dump") else dict(action)
    seen = driver.step(given, timeout_s=0.2)
    if seen.seconds > 1.5:
        shown = Episode.of(context.seeds[0], [given])
        raise PropertyViolated(
            f"with timeout_s=0.2 the slow action took {seen.seconds:.1f} s", shown
        )


@each_episode("step.async_agrees", clean=True)
def async_agrees(context: CheckContext, episode: Episode) -> None:
    context.require_deterministic()
    if context.survey.use_async:
        raise NotApplicable("the environment is asynchronous only")
    driver = context.new_in_process_driver(use_async=True)
    if not hasattr(driver.env, "step_async"):
        raise NotApplicable("the environment has no step_async")
    from openenv.core.env_server.interfaces import Environment

    passed = {"reset": ("seed", "episode_id"), "step": ("timeout_s",)}
    for name, options in passed.items():
        method = f"{name}_async"
        inherited = getattr(type(driver.env), method, None) is getattr(Environment, method)
        if inherited and not all(context.survey.accepts.get(option, True) for option in options):
            raise NotApplicable(f"the inherited {name}_async() passes what {name}() does not take")
    expected = context.play_messages(episode, context.new_in_process_driver(use_async=False))
    trace = context.play(episode, driver)
    driver.close()
    for message, other in zip(trace, expected, strict=False):
        if message.data is None and "error" not in other:
            raise PropertyViolated(f"the asynchronous call raises {message}", episode)
    seen = [message.plain() for message in trace]
    context.require_same_messages(episode, expected, seen, "step_async against step")


@each_episode("step.state_pure", clean=True)
def state_pure(context: CheckContext, episode: Episode) -> None:
    context.require_deterministic()
    expected = (
        context.play_messages(episode)
        if context.subject.url
        else context.play_in_fresh_process(episode)
    )
    read: list[Call] = []
    for call in episode.calls:
        read += [call, Call("state"), Call("state")]
    shown = Episode(tuple(read), "reading state")
    driver = context.new_driver()
    messages: list[Response] = []
    for call in episode.calls:
        if call.op == "step" and messages and (messages[-1].done or messages[-1].data is None):
            break
        messages.append(context.call(driver, call))
        one, other = driver.state(), driver.state()
        changed = context.first_difference(one.plain(), other.plain())
        if changed:
            raise PropertyViolated(f"read twice, state differs: {changed}", shown)
    driver.close()
    seen = [message.plain() for message in messages]
    context.require_same_messages(
        episode, expected, seen, "with state read after each call", show=shown
    )


@each_episode("step.observations_keep")
def observations_keep(context: CheckContext, episode: Episode) -> None:
    driver = context.new_in_process_driver()
    trace = context.play(episode, driver)
    for number, seen in enumerate(trace):
        if seen.data is None:
            continue
        now = message_data(seen.raw)
        changed = context.first_difference(seen.data, now)
        if changed:
            observed = f"message {number} changed after it was returned: {changed}"
            raise PropertyViolated(observed, episode)


@each_episode("step.returned_data_detached", clean=True)
def returned_data_detached(context: CheckContext, episode: Episode) -> None:
    context.require_deterministic()
    asked = Episode((*episode.calls, Call("state")), episode.label)
    expected = context.play_in_fresh_process(asked)
    driver = context.new_in_process_driver()
    messages = []
    for call in episode.calls:
        seen = context.call(driver, call)
        messages.append(seen.plain())
        if seen.done or seen.data is None:
            break
        _scribble(seen.raw)
        _scribble(driver.state().raw)
    messages.append(driver.state().plain())
    context.require_same_messages(
        asked, expected, messages, "with returned observations and states overwritten"
    )


def _scribble(model: Any) -> None:
    """Spoil every list and dict inside a message, and its own simple fields."""
    fields = getattr(model, "__dict__", {})
    for value in list(fields.values()):
        _spoil(value, 0)
        if hasattr(type(value), "model_fields"):
            _scribble(value)
    for name, value in list(fields.items()):
        if isinstance(value, bool):
            fields[name] = not value
        elif isinstance(value, str | int | float):
            fields[name] = "spoiled" if isinstance(value, str) else 77


def _spoil(value: Any, depth: int) -> None:
    if depth > 4:
        return
    if isinstance(value, list):
        for item in value:
            if hasattr(type(item), "model_fields"):
                _scribble(item)
            _spoil(item, depth + 1)
        value.append("spoiled")
    elif isinstance(value, dict):
        for item in list(value.values()):
            _spoil(item, depth + 1)
        value["spoiled"] = "spoiled"


@check("step.machine", clean=True)
def machine(context: CheckContext) -> None:
    from hallmark_rl.conformance.checking.state_machine import (
        check_interleavings,
        replay_interleaved,
    )

    context.require_deterministic()
    context.new_in_process_driver()
    for stored in context.extra.get("stored", ()):
        replay_interleaved(context, Episode.from_dict(stored))
    check_interleavings(context)
