"""Play a Gymnasium or parallel PettingZoo environment and write down, as plain data, what it does.

This runs in a process of its own: a fork of the suite, or another interpreter that is started with
this file. It imports the standard library, numpy, Gymnasium and PettingZoo only.

A play is a dict of settings, see `play`; a transcript is a list of events. An environment with one
agent has the agent "".
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib
import importlib.util
import itertools
import json
import os
import random
import sys
from collections.abc import Mapping
from typing import Any

import numpy

_LONGEST = 200


def main() -> None:
    """Read {"spec", "args", "plays"} from standard input; write the transcripts as JSON."""
    request = json.load(sys.stdin)
    output = os.dup(1)
    os.dup2(2, 1)  # what an environment prints is no part of the answer
    with os.fdopen(output, "w") as stream:
        json.dump(run(request["spec"], request["args"], request["plays"]), stream)


def run(spec: str, args: Mapping[str, Any], plays: list[dict[str, Any]]) -> list[Any]:
    """The transcripts of plays, each of a new instance; an instance that cannot be made is one
    event with an `error`."""
    sys.path[:0] = [os.getcwd()]
    return [play(spec, args, settings) for settings in plays]


def make(spec: str, args: Mapping[str, Any]) -> Any:
    """An environment with `agents`, `reset`, `step` and `close` for one agent or several.

    Raises whatever making it raises.
    """
    kind, _, place = spec.partition(":")
    if kind == "pettingzoo":
        module, _, name = place.partition(":")
        return _Parallel(getattr(_module(module), name or "parallel_env")(**args))
    import gymnasium

    module, colon, name = place.rpartition(":")
    if colon and (module.endswith(".py") or importlib.util.find_spec(module) is not None):
        loaded = _module(module)
        found = getattr(loaded, name, None)
        if isinstance(found, type) or (found is not None and callable(found)):
            return _Single(found(**args))
        place = name if module.endswith(".py") else place
    return _Single(gymnasium.make(place, disable_env_checker=True, **args))


def _module(name: str) -> Any:
    if not name.endswith(".py"):
        return importlib.import_module(name)
    short = os.path.splitext(os.path.basename(name))[0]
    loaded = sys.modules.get(short)
    if loaded is not None and getattr(loaded, "__file__", None) == os.path.abspath(name):
        return loaded  # two instances share their class, as they do where a module is imported
    spec = importlib.util.spec_from_file_location(short, os.path.abspath(name))
    if spec is None or spec.loader is None or not os.path.isfile(name):
        raise ModuleNotFoundError(f"there is no file {name}")
    sys.path.insert(0, os.path.dirname(os.path.abspath(name)))
    module = importlib.util.module_from_spec(spec)
    sys.modules[short] = module
    spec.loader.exec_module(module)
    return module


class _Single:
    """A Gymnasium environment as one with the agent ""."""

    def __init__(self, env: Any) -> None:
        self.env, self.agents, self.kind = env, [""], "gym"

    def spaces(self, agent: str) -> tuple[Any, Any]:
        return self.env.observation_space, self.env.action_space

    def reset(self, **arguments: Any) -> Any:
        result = self.env.reset(**arguments)
        if not isinstance(result, tuple) or len(result) != 2:
            raise _Misshapen(f"reset returned {_short(result)}, not (observation, info)")
        return {"": result[0]}, {"": result[1]}

    def step(self, actions: dict[str, Any]) -> Any:
        result = self.env.step(actions[""])
        if not isinstance(result, tuple) or len(result) != 5:
            raise _Misshapen(f"step returned {_short(result)}, not five values")
        return tuple({"": item} for item in result)

    def close(self) -> None:
        self.env.close()

    def facts(self) -> dict[str, Any]:
        spec = getattr(self.env, "spec", None)
        inner = getattr(self.env, "unwrapped", self.env)
        return {
            "limit": getattr(spec, "max_episode_steps", None),
            "threshold": getattr(spec, "reward_threshold", None),
            "range": _pair(getattr(inner, "reward_range", None)),
            "class": f"{type(inner).__module__}:{type(inner).__qualname__}",
            "files": _own_files(inner),
        }


class _Parallel:
    """A parallel PettingZoo environment."""

    def __init__(self, env: Any) -> None:
        self.env, self.kind = env, "pettingzoo"
        for name in ("possible_agents", "observation_space", "action_space", "reset", "step"):
            if not hasattr(env, name):
                raise _Misshapen(f"the environment has no {name}: it is not a parallel one")

    @property
    def agents(self) -> list[str]:
        return list(self.env.agents)

    def spaces(self, agent: str) -> tuple[Any, Any]:
        return self.env.observation_space(agent), self.env.action_space(agent)

    def reset(self, **arguments: Any) -> Any:
        result = self.env.reset(**arguments)
        if not isinstance(result, tuple) or len(result) != 2:
            raise _Misshapen(f"reset returned {_short(result)}, not (observations, infos)")
        return result

    def step(self, actions: dict[str, Any]) -> Any:
        result = self.env.step(actions)
        if not isinstance(result, tuple) or len(result) != 5:
            raise _Misshapen(f"step returned {_short(result)}, not five dicts")
        for item in result:
            if not isinstance(item, Mapping):
                raise _Misshapen(f"step returned {_short(item)} where a dict by agent is needed")
        return result

    def close(self) -> None:
        self.env.close()

    def facts(self) -> dict[str, Any]:
        inner = getattr(self.env, "unwrapped", self.env)
        return {
            "limit": None, "threshold": None, "range": None,
            "possible": [str(agent) for agent in self.env.possible_agents],
            "class": f"{type(inner).__module__}:{type(inner).__qualname__}",
            "files": _own_files(inner),
        }  # fmt: skip


def _own_files(env: Any) -> list[str]:
    """The source file of an environment's class first, then modules that lie in its folder."""
    path = getattr(sys.modules.get(type(env).__module__), "__file__", None)
    if not isinstance(path, str):
        return []
    first = os.path.realpath(path)
    folder = os.path.join(os.path.dirname(first), "")
    paths = [getattr(loaded, "__file__", None) for loaded in list(sys.modules.values())]
    real = {os.path.realpath(item) for item in paths if isinstance(item, str)}
    own = {item for item in real if item.startswith(folder) and item.endswith(".py")}
    return [first, *sorted(own - {first})]


class _Misshapen(Exception):
    """A method returned something of the wrong shape."""


def play(spec: str, args: Mapping[str, Any], settings: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Play episodes with one instance.

    Settings, all optional:
        seeds: seed of each episode, or None for `reset()` without one.
        policy: `random`, or an action as a number: that action always, 0 in a Box.
        policy_seed: seed of a random policy.
        actions: the first actions of each episode, of an environment with one agent.
        steps: most steps of an episode.
        after: steps after the end of an episode.
        disturb: draw from the global generators between calls.
        scribble: overwrite the arrays of each observation after it was noted.
        beside: play another instance, one call between any two.
        odd: an action outside of the space after the steps: `outside0`, `outside1`, `outside2`
            (past the last, before the first, a million; NaN in a Box), `far` (a Box ten times too
            large) or `clipped` (the highest value of a Box).
        early: step before the first reset.
        closes: how often `close` is called at the end.
    """
    player = _Player(settings)
    try:
        env = make(spec, args)
        if settings.get("beside"):
            player.other = make(spec, args)
            player.other.reset(seed=987)
    except BaseException as error:
        return [{"call": "make", "error": _error(error)}]
    with contextlib.suppress(_Stopped):
        player.play(env)
    player.note_later()
    return player.events


class _Stopped(Exception):
    """A call raised: the play is over."""


class _Player:
    def __init__(self, settings: Mapping[str, Any]) -> None:
        self.settings = settings
        self.events: list[dict[str, Any]] = []
        self.other: Any = None
        self._kept: list[tuple[dict[str, Any], Any]] = []
        self._draw = numpy.random.default_rng(settings.get("policy_seed", 0))
        self._sampled = 0

    def play(self, env: Any) -> None:
        self.events.append({"call": "facts", **self._call("facts", env.facts)})
        self._env = env
        if self.settings.get("early"):
            self._step(self._early_actions(env), "early")
        for seed in self.settings.get("seeds", [0]):
            self._episode(seed)
        for _ in range(self.settings.get("closes", 1)):
            self._call("close", env.close)
            self.events.append({"call": "close"})

    def _early_actions(self, env: Any) -> dict[str, Any]:
        agents = env.agents if env.kind == "gym" else list(env.env.possible_agents)
        return {agent: env.spaces(agent)[1].sample() for agent in agents}

    def _episode(self, seed: int | None) -> None:
        env, settings = self._env, self.settings
        arguments = {} if seed is None else {"seed": seed}
        observations, infos = self._call("reset", lambda: env.reset(**arguments))
        self._note({"call": "reset", "seed": seed}, observations, infos)
        for agent in env.agents:
            space = env.spaces(agent)[1]
            space.seed(int(settings.get("policy_seed", 0)) + 1)
        left = settings.get("after", 0)
        over = False
        listed = iter(settings.get("actions", ()))
        for _ in range(settings.get("steps", 200)):
            actions = self._actions()
            for action in itertools.islice(listed, 1):
                actions[""] = _as_action(env.spaces("")[1], action)
            if not actions and not over:
                return
            over = self._step(actions, "step") or over
            if over:
                break
        if settings.get("odd"):
            self._odd()
        if over:
            for _ in range(left):
                self._step(self._actions(self._last), "after")

    def _actions(self, agents: Any = None) -> dict[str, Any]:
        chosen = list(agents or self._env.agents)
        self._last = chosen
        return {agent: self._action(self._env.spaces(agent)[1]) for agent in chosen}

    def _action(self, space: Any) -> Any:
        policy = self.settings.get("policy", "random")
        action = space.sample()
        if policy == "random":
            return action
        if hasattr(space, "n") and hasattr(space, "start"):
            return type(action)(int(space.start) + policy % int(space.n))
        if isinstance(action, numpy.ndarray):
            return numpy.zeros_like(action)
        return action

    def _odd(self) -> None:
        """Play an action outside of the space; of a Box, one that is far too large."""
        agent = next(iter(self._env.agents), "")
        space = self._env.spaces(agent)[1]
        which = self.settings["odd"]
        action: Any = None
        if hasattr(space, "n") and hasattr(space, "start"):
            odd = [int(space.start) + int(space.n), int(space.start) - 1, 10**6]
            if which.startswith("outside") and int(which[-1]) < len(odd):
                action = odd[int(which[-1])]
        elif hasattr(space, "low") and numpy.issubdtype(space.dtype, numpy.floating):
            bounded = numpy.isfinite(space.low).all() and numpy.isfinite(space.high).all()
            if which == "outside0":
                action = numpy.full(space.shape, numpy.nan, space.dtype)
            elif which == "far" and bounded:
                action = (space.high + 10 * (space.high - space.low)).astype(space.dtype)
            elif which == "clipped" and bounded:
                action = space.high.copy()
        if action is None:
            self.events.append({"call": "odd", "skipped": True})
            return
        actions = self._actions()
        actions[agent] = action
        self.events.append({"call": "odd", "action": _short(action)})
        self._step(actions, "outside")

    def _step(self, actions: dict[str, Any], name: str) -> bool:
        before = {agent: _digest(action) for agent, action in actions.items()}
        shown = ", ".join(_short(action) for action in actions.values())
        result = self._call(name, lambda: self._env.step(actions), shown)
        observations, rewards, ended, truncated, infos = result
        event: dict[str, Any] = {
            "call": name,
            "action": shown[:_LONGEST],
            "changed_action": any(_digest(actions[agent]) != before[agent] for agent in before),
            "rewards": {str(agent): _number(item) for agent, item in rewards.items()},
            "terminated": {str(agent): _truth(item) for agent, item in ended.items()},
            "truncated": {str(agent): _truth(item) for agent, item in truncated.items()},
        }
        if self._env.kind == "pettingzoo":
            event["played"] = sorted(map(str, actions))
            event["agents"] = sorted(map(str, self._env.agents))
        self._note(event, observations, infos)
        both = (ended, truncated)
        return bool(ended) and all(
            any(item.get(agent) is True or bool(item.get(agent, False)) for item in both)
            for agent in ended
        )

    def _call(self, name: str, call: Any, shown: str = "") -> Any:
        if self.settings.get("disturb"):
            random.random()
            numpy.random.random()
            random.seed(len(self.events))
            numpy.random.seed(len(self.events))
        if self.other is not None and name in ("reset", "step"):
            self._play_other()
        try:
            return call()
        except BaseException as error:
            kind = "shape" if isinstance(error, _Misshapen) else "error"
            self.events.append({"call": name, kind: _error(error), "action": shown[:_LONGEST]})
            raise _Stopped from None

    def _play_other(self) -> None:
        """One call of another instance."""
        other = self.other
        self._sampled += 1
        try:
            if self._sampled % 7 == 0 or not other.agents:
                other.reset(seed=self._sampled)
            else:
                other.step({agent: other.spaces(agent)[1].sample() for agent in other.agents})
        except Exception:
            with contextlib.suppress(Exception):
                other.reset(seed=self._sampled)

    def _note(self, event: dict[str, Any], observations: Any, infos: Any) -> None:
        if not isinstance(observations, Mapping):
            observations = {"": observations}
        event["observations"] = {
            str(agent): self._described(agent, item) for agent, item in observations.items()
        }
        event["infos"] = {
            str(agent): (_digest(info) if isinstance(info, Mapping) else f"no dict: {_short(info)}")
            for agent, info in (infos.items() if isinstance(infos, Mapping) else [("", infos)])
        }
        self.events.append(event)
        for agent, item in observations.items():
            if self.settings.get("scribble"):
                _scribble(item)
            else:
                self._kept.append((event["observations"][str(agent)], item))

    def _described(self, agent: Any, observation: Any) -> dict[str, Any]:
        try:
            space = self._env.spaces(agent)[0]
            inside: Any = bool(space.contains(observation))
        except Exception as error:
            inside = _error(error)
        described = {"digest": _digest(observation), "inside": inside, "text": _short(observation)}
        if inside is not True:
            described["why"] = _why_outside(space, observation)
        return described

    def note_later(self) -> None:
        """Whether observations have changed since they were returned."""
        for described, observation in self._kept:
            described["changed"] = _digest(observation) != described["digest"]


def _as_action(space: Any, value: Any) -> Any:
    """A listed action as the space has it."""
    if hasattr(space, "n") and hasattr(space, "start"):
        return numpy.int64(value)
    return numpy.asarray(value, getattr(space, "dtype", None))


def _why_outside(space: Any, observation: Any) -> str:
    """What differs between an observation and its space."""
    parts = []
    for name in ("shape", "dtype"):
        wanted, given = getattr(space, name, None), getattr(observation, name, None)
        if wanted is not None and given is not None and wanted != given:
            parts.append(f"{name} {given} instead of {wanted}")
    with contextlib.suppress(Exception):
        if hasattr(space, "low") and numpy.shape(observation) == space.shape:
            if numpy.isnan(observation).any():
                parts.append("it holds NaN")
            elif (observation < space.low).any() or (observation > space.high).any():
                parts.append("values out of bounds")
    return ", ".join(parts) or f"{type(observation).__name__} is not in {_short(space)}"


def _scribble(value: Any) -> None:
    """Overwrite the arrays of an observation in place."""
    if isinstance(value, numpy.ndarray) and value.flags.writeable:
        with contextlib.suppress(Exception):
            value.fill(77 if value.dtype.kind in "iuf" else 0)
    elif isinstance(value, Mapping):
        for item in value.values():
            _scribble(item)
    elif isinstance(value, list | tuple):
        for item in value:
            _scribble(item)


def _digest(value: Any) -> str:
    """Equal for values that are equal in type, shape and content."""
    digest = hashlib.sha256()
    _feed(digest, value, 0)
    return digest.hexdigest()[:16]


def _feed(digest: Any, value: Any, depth: int) -> None:
    if depth > 20:
        return
    if isinstance(value, numpy.ndarray) and value.dtype != object:
        digest.update(f"array {value.dtype} {value.shape} ".encode())
        digest.update(numpy.ascontiguousarray(value).tobytes())
    elif isinstance(value, numpy.generic):
        digest.update(f"{value.dtype} ".encode() + value.tobytes())
    elif isinstance(value, Mapping):
        for key in sorted(value, key=repr):
            digest.update(repr(key).encode("utf-8", "replace"))
            _feed(digest, value[key], depth + 1)
    elif isinstance(value, list | tuple):
        digest.update(f"{type(value).__name__} {len(value)} ".encode())
        for item in value:
            _feed(digest, item, depth + 1)
    elif isinstance(value, set | frozenset):
        digest.update(repr(sorted(map(repr, value))).encode("utf-8", "replace"))
    elif value is None or isinstance(value, bool | int | float | complex | str | bytes):
        digest.update(f"{type(value).__name__} {value!r}".encode("utf-8", "replace"))
    else:
        digest.update(type(value).__name__.encode())
        _feed(digest, getattr(value, "__dict__", None), depth + 1)


def _number(value: Any) -> Any:
    """A reward as text that `float` reads; or its type, if it is no real number."""
    if isinstance(value, bool | int | float | numpy.bool_ | numpy.integer | numpy.floating):
        return repr(float(value))
    if isinstance(value, numpy.ndarray) and value.shape == () and value.dtype.kind in "biuf":
        return repr(float(value))
    return {"odd": f"{type(value).__name__} {_short(value)}"}


def _truth(value: Any) -> Any:
    return bool(value) if isinstance(value, bool | numpy.bool_) else f"{type(value).__name__}"


def _pair(value: Any) -> Any:
    try:
        low, high = value
        return [repr(float(low)), repr(float(high))]
    except (TypeError, ValueError):
        return None


def _short(value: Any) -> str:
    try:
        text = " ".join(repr(value).split())
    except Exception:
        text = type(value).__name__
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."


def _error(error: BaseException) -> str:
    try:
        text = " ".join(str(error).split())[:_LONGEST]
    except Exception:
        text = "..."
    return f"{type(error).__name__}: {text}"


if __name__ == "__main__":
    main()
