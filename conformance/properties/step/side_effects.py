"""Step: calls and returned data have no side effects on each other."""

from __future__ import annotations

import copy
import functools
import json
from collections.abc import Collection
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import each_episode
from hallmark_rl.conformance.client.in_process import InProcessDriver, make_action
from hallmark_rl.conformance.client.response import Response, message_data
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode_data import Call, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated


@each_episode("step.action_unchanged")
def action_unchanged(context: CheckContext, episode: Episode) -> None:
    driver = context.new_in_process_driver()
    driver.reset(**episode.calls[0].options)
    for number, action in enumerate(episode.actions, start=1):
        sent = make_action(context.subject.action_type, copy.deepcopy(action))
        before = message_data(sent)
        response = driver.step(sent)
        after = message_data(sent)
        changed = context.first_difference(before, after)
        if changed:
            example = Episode(episode.calls[: number + 1], episode.label)
            raise PropertyViolated(f"step {number} changed the action object: {changed}", example)
        if response.done or response.data is None:
            break


@each_episode("step.metadata_inert", needs_fresh_process=True)
def metadata_inert(context: CheckContext, episode: Episode) -> None:
    context.require_deterministic()
    if "metadata" not in json.dumps(context.survey.schema) and context.subject.url is None:
        raise NotApplicable("actions have no field metadata")
    expected = (
        context.play_messages(episode)
        if context.subject.url
        else context.play_in_fresh_process(episode)
    )
    keys = _keys_read(context, episode)
    guesses: list[dict[str, Any]] = [dict.fromkeys(keys, value) for value in (True, 1.0, "x")]
    for metadata in (*_METADATA, *(guess for guess in guesses if guess)):
        actions = [
            {**action, "metadata": {**action.get("metadata", {}), **metadata}}
            for action in episode.actions
        ]
        episode_with_metadata = Episode.of(episode.seed, actions, "with metadata")
        observed = context.play_messages(episode_with_metadata)
        echoes = _echoes(observed, [action["metadata"] for action in actions])
        context.require_same_messages(
            episode,
            expected,
            observed,
            f"with metadata {metadata}",
            show=episode_with_metadata,
            used_process=True,
            view=functools.partial(_without_echo, echoes=echoes),
        )


def _keys_read(context: CheckContext, episode: Episode) -> list[str]:
    """The keys that the environment reads from an action's metadata."""
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
        sent = make_action(context.subject.action_type, copy.deepcopy(action))
        if "metadata" in getattr(sent, "__dict__", {}):
            sent.__dict__["metadata"] = Recording(sent.metadata or {})
        response = driver.step(sent)
        if response.done or response.data is None:
            break
    driver.close()
    # The SDK's client sends `timeout_s` here, because OpenEnv's protocol does not transmit it.
    return [key for key in dict.fromkeys(keys) if key not in ("timeout_s",)]


_METADATA: tuple[dict[str, Any], ...] = (  # keys that an environment might act on
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


def _echoes(trace: list[dict[str, Any]], sent: list[dict[str, Any]]) -> set[str]:
    """The fields of messages that hold what was sent, as it is or as text: to repeat is no effect.

    Reward and `done` are no echo, whatever they hold.
    """
    texts = [form for metadata in sent for form in (str(metadata), json.dumps(metadata))]
    return {
        key
        for message in trace
        for key, value in message.items()
        if key not in ("reward", "done")
        and any(
            part in sent or (isinstance(part, str) and any(text in part for text in texts))
            for _, part in subtrees(value)
        )
    }


def _without_echo(trace: list[dict[str, Any]], echoes: Collection[str]) -> list[dict[str, Any]]:
    """Messages without the fields that repeat the action or its metadata."""
    return [
        {
            key: value
            for key, value in message.items()
            if "metadata" not in key and "action" not in key and key not in echoes
        }
        for message in trace
    ]


@each_episode("step.state_pure", needs_fresh_process=True)
def state_pure(context: CheckContext, episode: Episode) -> None:
    context.require_deterministic()
    expected = (
        context.play_messages(episode)
        if context.subject.url
        else context.play_in_fresh_process(episode)
    )
    calls: list[Call] = []
    for call in episode.calls:
        calls += [call, Call("state"), Call("state")]
    example = Episode(tuple(calls), "reading state")
    driver = context.new_driver()
    messages: list[Response] = []
    for call in episode.calls:
        if call.op == "step" and messages and (messages[-1].done or messages[-1].data is None):
            break
        messages.append(context.call(driver, call))
        first, second = driver.state(), driver.state()
        difference = content_difference(first.plain(), second.plain())
        if difference is not None:
            raise PropertyViolated(f"two reads of the state differ: {difference}", example)
    driver.close()
    observed = [message.plain() for message in messages]
    context.require_same_messages(
        episode,
        expected,
        observed,
        "with the state read after each call",
        show=example,
        used_process=True,
    )


@each_episode("step.observations_unchanged")
def observations_keep(context: CheckContext, episode: Episode) -> None:
    driver = context.new_in_process_driver()
    trace = context.play(episode, driver)
    for number, response in enumerate(trace):
        if response.data is None:
            continue
        now = message_data(response.raw)
        difference = context.first_difference(response.data, now)
        if difference:
            observed = f"message {number} changed after it was returned: {difference}"
            raise PropertyViolated(observed, episode)


@each_episode("step.returned_data_detached", needs_fresh_process=True)
def returned_data_detached(context: CheckContext, episode: Episode) -> None:
    context.require_deterministic()
    with_state = Episode((*episode.calls, Call("state")), episode.label)
    expected = context.play_in_fresh_process(with_state)
    driver = context.new_in_process_driver()
    messages = []
    for call in episode.calls:
        response = context.call(driver, call)
        messages.append(response.plain())
        if response.done or response.data is None:
            break
        _overwrite_model(response.raw)
        _overwrite_model(driver.state().raw)
    messages.append(driver.state().plain())
    context.require_same_messages(
        with_state,
        expected,
        messages,
        "after returned observations and states were overwritten",
        show=episode,
        used_process=True,
    )


def _overwrite_model(model: Any) -> None:
    """Change every list, dict and scalar field of a model in place, and of the models in it."""
    fields = getattr(model, "__dict__", {})
    for value in list(fields.values()):
        _overwrite_containers(value, 0)
        if hasattr(type(value), "model_fields"):
            _overwrite_model(value)
    for name, value in list(fields.items()):
        if isinstance(value, bool):
            fields[name] = not value
        elif isinstance(value, str | int | float):
            fields[name] = "overwritten" if isinstance(value, str) else 77


def _overwrite_containers(value: Any, depth: int) -> None:
    """Add an item to a list or dict and to those in it, down to four levels."""
    if depth > 4:
        return
    if isinstance(value, list):
        for item in value:
            if hasattr(type(item), "model_fields"):
                _overwrite_model(item)
            _overwrite_containers(item, depth + 1)
        value.append("overwritten")
    elif isinstance(value, dict):
        for item in list(value.values()):
            _overwrite_containers(item, depth + 1)
        value["overwritten"] = "overwritten"
