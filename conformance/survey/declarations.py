"""The author's declarations, from `declared` in proof.py and `validation` in openenv.yaml.

Authors use several words for one thing; all are accepted and translated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hallmark_rl.sdk.subject.description import Subject

_SYNONYMS = {
    "stochastic": ("stochastic", "nondeterministic", "random", "noisy", "llm_judged"),
    "continuing": ("continuing", "no_done", "never_done", "endless", "infinite", "non_terminating"),
    "slow": ("slow",),
    "network": ("network", "needs_network", "internet"),
    "single_task": ("single_task", "fixed_task", "one_task", "constant_task"),
    "single_session": ("single_session", "no_concurrency", "sequential"),
    "open_state": ("open_state", "state_is_private", "trusted_state"),
    "unseeded": ("unseeded", "no_seed", "seedless"),
}
_OPPOSITES = {
    "stochastic": ("deterministic",),
    "continuing": ("terminates", "episodic", "has_done"),
    "single_session": ("concurrent", "concurrent_sessions", "supports_concurrent_sessions"),
    "unseeded": ("seeded", "seed", "supports_seed"),
}
CAPABILITIES = tuple(_SYNONYMS)


@dataclass(frozen=True)
class Declared:
    """The declarations in one vocabulary; None where nothing is declared.

    Attributes:
        capabilities: some of `CAPABILITIES`.
        max_steps: the greatest number of steps of an episode.
        low: the least reward of a step.
        high: the greatest reward of a step.
        success: the return of a solved episode.
        floor: the return of doing nothing.
        tolerance: how far the oracle's return may lie from `success`.
        margin: least difference of returns that counts, as a share of `Evidence.scale`; for
            semantic.floor_gap, of the width of the declared range (at most 1).
        step_s: seconds that a step may take.
        reset_s: seconds that a reset may take.
        memory_mb: memory that the environment may use.
        episode_s: seconds that an episode may take.
        levels: levels of difficulty, as `reset(level=...)` takes them.
        setups: options of `reset()` that select a mode.
        tools: names of MCP tools.
        tasks: number of tasks of each split.
        slow_action: an action that takes long.
        code_field: the field of the action that holds a program.
    """

    capabilities: frozenset[str] = frozenset()
    max_steps: int | None = None
    low: float | None = None
    high: float | None = None
    success: float | None = None
    floor: float | None = None
    tolerance: float = 1e-6
    margin: float = 0.1
    step_s: float = 1.0
    reset_s: float = 10.0
    memory_mb: float | None = None
    episode_s: float | None = None
    levels: tuple[int, ...] = ()
    setups: tuple[Mapping[str, Any], ...] = ()
    tools: tuple[str, ...] = ()
    tasks: Mapping[str, int] = field(default_factory=dict)
    slow_action: Any = None
    code_field: str | None = None


def read_declared(subject: Subject) -> Declared:
    """Read the declarations of a subject. Values of the wrong type count as not declared."""
    raw = getattr(subject.proof, "declared", {})
    if callable(raw):
        raw = raw()
    own: dict[str, Any] = dict(raw) if isinstance(raw, Mapping) else {"capabilities": raw}
    validation = subject.manifest.get("validation")
    block: Mapping[str, Any] = validation if isinstance(validation, Mapping) else {}
    reward, resources = _mapping(block, "reward"), _mapping(block, "resources")
    listed = _mapping(block, "capabilities")
    bounds = own.get("reward_range", own.get("range", reward.get("range")))
    low, high = bounds if isinstance(bounds, list | tuple) and len(bounds) == 2 else (None, None)
    capabilities = _capabilities(own, listed)
    if _mapping(block, "network").get("mode") == "no-network":
        capabilities -= {"network"}
    slow = "slow" in capabilities
    return Declared(
        capabilities=frozenset(capabilities),
        max_steps=_integer(
            _first_of(own, "max_steps", "step_limit", "max_turns", "max_attempts", "limit")
        ),
        low=_number(low),
        high=_number(high),
        success=_number(_first_of(own, "success_reward", "max_return", "max_reward", "maximum")),
        floor=_number(_first_of(own, "floor", "null_return")),
        tolerance=max(
            1e-6,
            _number(_first_of(own, "oracle_tolerance", "tolerance"))
            or _number(reward.get("oracle_tolerance"))
            or 0.0,
        ),
        margin=_number(_first_of(own, "floor_margin"))
        or _number(reward.get("floor_margin"))
        or 0.1,
        step_s=_number(_first_of(own, "max_step_s", "step_s", "step_time_s"))
        or (30.0 if slow else 1.0),
        reset_s=_number(_first_of(own, "max_reset_s", "reset_s")) or (60.0 if slow else 10.0),
        memory_mb=_number(resources.get("memory_mb")),
        episode_s=_number(resources.get("episode_timeout_s")),
        levels=tuple(own.get("levels", ()) or ()),
        setups=(*(own.get("setups", ()) or ()), *_listed_options(own)),
        tools=tuple(listed.get("declared_tools", own.get("tools", ())) or ()),
        tasks=dict(_mapping(listed, "declared_task_count")),
        slow_action=own.get("slow_action"),
        code_field=own.get("code_field"),
    )


def _listed_options(own: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """One setup for each value that `options`, as in `{"piece": ["rook", "queen"]}`, lists."""
    for name, values in _mapping(own, "options").items():
        if isinstance(values, list | tuple):
            yield from ({str(name): value} for value in values)


def _capabilities(own: Mapping[str, Any], listed: Mapping[str, Any]) -> set[str]:
    """The capabilities that are claimed by one of their names, or whose opposite is denied."""
    claims: dict[str, bool] = {}
    for source in (listed, own, own.get("capabilities", ())):
        if isinstance(source, Mapping):
            claims |= {_normalised(k): v for k, v in source.items() if isinstance(v, bool)}
        elif isinstance(source, str):
            claims[_normalised(source)] = True
        elif isinstance(source, Iterable):
            claims |= {_normalised(item): True for item in source if isinstance(item, str)}
    names = {name for name, words in _SYNONYMS.items() if any(claims.get(word) for word in words)}
    for name, words in _OPPOSITES.items():
        if any(claims.get(word) is False for word in words):
            names.add(name)
    return names


def _normalised(text: Any) -> str:
    return re.sub(r"\W+", "_", str(text).strip().lower())


def _mapping(block: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    value = block.get(name)
    return value if isinstance(value, Mapping) else {}


def _first_of(own: Mapping[str, Any], *names: str) -> Any:
    return next((own[name] for name in names if own.get(name) is not None), None)


def _number(value: Any) -> float | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return float(value)


def _integer(value: Any) -> int | None:
    return int(value) if isinstance(value, int) and not isinstance(value, bool) else None
