"""Step: what must not be touched, and what must not change afterwards."""

from __future__ import annotations

import copy
import json
from typing import Any

from hallmark_rl.conformance.checking.context import Lab
from hallmark_rl.conformance.checking.registry import check, each_episode
from hallmark_rl.conformance.client.in_process import Local, Seen, make_action, plain
from hallmark_rl.conformance.core.episode import Call, Episode
from hallmark_rl.conformance.core.results import Broken, Excluded


@each_episode("step.action_unchanged")
def action_unchanged(lab: Lab, episode: Episode) -> None:
    driver = lab.local()
    driver.reset(**episode.calls[0].options)
    for number, action in enumerate(episode.actions, start=1):
        made = make_action(lab.subject.action_type, copy.deepcopy(action))
        before = plain(made)
        seen = driver.step(made)
        after = plain(made)
        if lab.same(before, after):
            shown = Episode(episode.calls[: number + 1], episode.label)
            raise Broken(f"step {number} changed its action: {lab.same(before, after)}", shown)
        if seen.done or seen.data is None:
            break


@each_episode("step.metadata_inert", clean=True)
def metadata_inert(lab: Lab, episode: Episode) -> None:
    lab.require_deterministic()
    if "metadata" not in json.dumps(lab.survey.schema) and lab.subject.url is None:
        raise Excluded("actions have no metadata")
    expected = lab.plain(episode) if lab.subject.url else lab.pristine(episode)
    asked = _keys_read(lab, episode)
    guesses: list[dict[str, Any]] = [dict.fromkeys(asked, value) for value in (True, 1.0, "x")]
    for note in (*_NOTES, *(guess for guess in guesses if guess)):
        told = [
            {**action, "metadata": {**action.get("metadata", {}), **note}}
            for action in episode.actions
        ]
        noted = Episode.of(episode.seed, told, "with metadata")
        lab.require_same(
            episode,
            expected,
            lab.plain(noted),
            f"with metadata {note}",
            show=noted,
            view=_without_echo,
        )


def _keys_read(lab: Lab, episode: Episode) -> list[str]:
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

    driver = lab.new()
    if not isinstance(driver, Local):
        return []
    driver.reset(**episode.calls[0].options)
    for action in episode.actions:
        made = make_action(lab.subject.action_type, copy.deepcopy(action))
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
def accepts_timeout(lab: Lab) -> None:
    driver = lab.local()
    if not lab.survey.accepts.get("timeout_s", True):
        raise Broken("step() has no parameter timeout_s and no **kwargs")
    driver.reset()
    seen = driver.step(lab.pool[0], timeout_s=30.0)
    if seen.data is None and seen.error == "TypeError":
        raise Broken(f"step(action, timeout_s=30.0) raises {seen}")


@check("step.timeout_honoured")
def timeout_honoured(lab: Lab) -> None:
    action = lab.declared.slow_action
    if action is None:
        raise Excluded("no slow action is declared: write declared = {'slow_action': {...}}")
    driver = lab.local()
    driver.reset(seed=lab.seeds[0])
    given = plain(action) if hasattr(action, "model_dump") else dict(action)
    seen = driver.step(given, timeout_s=0.2)
    if seen.seconds > 1.5:
        shown = Episode.of(lab.seeds[0], [given])
        raise Broken(f"with timeout_s=0.2 the slow action took {seen.seconds:.1f} s", shown)


@each_episode("step.async_agrees", clean=True)
def async_agrees(lab: Lab, episode: Episode) -> None:
    lab.require_deterministic()
    if lab.survey.use_async:
        raise Excluded("the environment is asynchronous only")
    driver = lab.local(use_async=True)
    if not hasattr(driver.env, "step_async"):
        raise Excluded("the environment has no step_async")
    from openenv.core.env_server.interfaces import Environment

    passed = {"reset": ("seed", "episode_id"), "step": ("timeout_s",)}
    for name, options in passed.items():
        method = f"{name}_async"
        inherited = getattr(type(driver.env), method, None) is getattr(Environment, method)
        if inherited and not all(lab.survey.accepts.get(option, True) for option in options):
            raise Excluded(f"the inherited {name}_async() passes what {name}() does not take")
    expected = lab.plain(episode, lab.local(use_async=False))
    trace = lab.play(episode, driver)
    driver.close()
    for message, other in zip(trace, expected, strict=False):
        if message.data is None and "error" not in other:
            raise Broken(f"the asynchronous call raises {message}", episode)
    seen = [message.plain() for message in trace]
    lab.require_same(episode, expected, seen, "step_async against step")


@each_episode("step.state_pure", clean=True)
def state_pure(lab: Lab, episode: Episode) -> None:
    lab.require_deterministic()
    expected = lab.plain(episode) if lab.subject.url else lab.pristine(episode)
    read: list[Call] = []
    for call in episode.calls:
        read += [call, Call("state"), Call("state")]
    shown = Episode(tuple(read), "reading state")
    driver = lab.new()
    messages: list[Seen] = []
    for call in episode.calls:
        if call.op == "step" and messages and (messages[-1].done or messages[-1].data is None):
            break
        messages.append(lab.call(driver, call))
        one, other = driver.state(), driver.state()
        if lab.same(one.plain(), other.plain()):
            raise Broken(
                f"read twice, state differs: {lab.same(one.plain(), other.plain())}", shown
            )
    driver.close()
    seen = [message.plain() for message in messages]
    lab.require_same(episode, expected, seen, "with state read after each call", show=shown)


@each_episode("step.observations_keep")
def observations_keep(lab: Lab, episode: Episode) -> None:
    driver = lab.local()
    trace = lab.play(episode, driver)
    for number, seen in enumerate(trace):
        if seen.data is None:
            continue
        now = plain(seen.raw)
        if lab.same(seen.data, now):
            observed = f"message {number} changed after it was returned: {lab.same(seen.data, now)}"
            raise Broken(observed, episode)


@each_episode("step.returned_data_detached", clean=True)
def returned_data_detached(lab: Lab, episode: Episode) -> None:
    lab.require_deterministic()
    asked = Episode((*episode.calls, Call("state")), episode.label)
    expected = lab.pristine(asked)
    driver = lab.local()
    messages = []
    for call in episode.calls:
        seen = lab.call(driver, call)
        messages.append(seen.plain())
        if seen.done or seen.data is None:
            break
        _scribble(seen.raw)
        _scribble(driver.state().raw)
    messages.append(driver.state().plain())
    lab.require_same(asked, expected, messages, "with returned observations and states overwritten")


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
def machine(lab: Lab) -> None:
    from hallmark_rl.conformance.checking.state_machine import replay_interleaved, run_machine

    lab.require_deterministic()
    lab.local()
    for stored in lab.extra.get("stored", ()):
        replay_interleaved(lab, Episode.from_dict(stored))
    run_machine(lab)
