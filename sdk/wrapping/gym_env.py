"""An environment of a Gymnasium environment: its spaces as models, its steps as steps."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hallmark_rl.extras import missing_extras
from hallmark_rl.sdk.scaffold import free_folder, write_environment
from hallmark_rl.sdk.wrapping.game_files import copy_game, game_packages, import_of, load_module
from hallmark_rl.sdk.wrapping.python_files import OwnFiles, own_files, requirements_of
from hallmark_rl.sdk.wrapping.wrap_problem import WrapProblem

_MOST_STEPS = 1000
"""Step limit of an environment that registers none."""
_EPISODES = 20
_WIDE = 1e6
"""Bound of the reward of a step where none is given."""


def wrap_gym(
    spec: str,
    out: Path,
    *,
    args: Mapping[str, Any],
    max_steps: int | None = None,
    solved: float | None = None,
    reward_range: tuple[float, float] | None = None,
    show_info: bool = False,
) -> tuple[list[Path], list[str], int]:
    """Write an environment of a Gymnasium environment into the new folder `out`.

    Args:
        spec: `gym:ID`, `gym:module:ID`, `gym:module:Class` or `gym:file.py:Class`.
        out: the folder; its name is the name of the environment.
        args: keyword arguments with which it is made.
        max_steps: the step limit; None for the registered one, or 1000.
        solved: the return from which an episode counts as solved; None for the registered
            threshold, or the best return of random play.
        reward_range: lowest and highest reward of a step; None if they are not known.
        show_info: whether observations hold Gymnasium's `info`.

    Returns:
        The paths of its files, notes for the author, and the step limit.

    Raises:
        WrapProblem: it cannot be made or played, or a space has no model.
        NameProblem: the folder exists, or its name cannot be that of a package.
        OSError: a file cannot be written.
    """
    missing = missing_extras("hallmark wrap gym:ID", "gym")
    if missing:
        raise WrapProblem(missing)
    from hallmark_rl.sdk.wrapping.space_models import SpaceModels

    if reward_range is not None and not -math.inf < reward_range[0] < reward_range[1] < math.inf:
        raise WrapProblem(f"the reward range {reward_range} is not a finite interval")
    folder = free_folder(out.name, out.parent)
    env, code, making = _make(spec, args)
    models = SpaceModels()
    action_type = models.type_of(env.action_space, "action")
    observation_type = models.type_of(env.observation_space, "observation")
    played = _play(env, spec)
    notes = list(code.notes) if code else []
    registered = getattr(env.spec, "max_episode_steps", None) if env.spec is not None else None
    if max_steps is None and registered is None:
        notes.append(f"no step limit is registered: it is {_MOST_STEPS}; --max-steps sets it")
    if solved is None:
        solved = getattr(env.spec, "reward_threshold", None) if env.spec is not None else None
        if solved is None:
            solved = played["best"]
            notes.append(
                f"no reward threshold is registered: an episode is solved from {solved:.4g} on, "
                f"the best return of {_EPISODES} random episodes; --solved sets it"
            )
    limit = max_steps or registered or _MOST_STEPS
    low, high = reward_range or (-_WIDE, _WIDE)
    if reward_range is None:
        notes.append(
            f"the range of rewards is not known ({played['low']:.4g} to {played['high']:.4g} were "
            "seen): --reward-range sets it"
        )
    written = write_environment(
        "gym",
        folder,
        {
            "summary": f"the Gymnasium environment {spec.partition(':')[2]}",
            "example": "action=...",
            "requirements": _requirements(env, code),
            "folders": game_packages(code),
            "package_data": [],
            "reward_range": list(reward_range) if reward_range else None,
            "floor_margin": 0.1,
            "task_api": False,
            "turns": "multi-turn",
            "spec": spec.partition(":")[2],
            "classes": models.classes,
            "action_type": action_type,
            "observation_type": observation_type,
            "max_steps": limit,
            "limited": max_steps is None and registered is not None,
            "solved": float(solved),
            "low": float(low),
            "high": float(high),
            "show_info": show_info,
            "masked": played["masked"],
            **making,
        },
    )
    written += copy_game(code, folder, "The Gymnasium environment.")
    env.close()
    return sorted(written), notes, limit


def _make(spec: str, args: Mapping[str, Any]) -> tuple[Any, OwnFiles | None, dict[str, Any]]:
    """The environment, its own files if it is a class, and how the templates make it."""
    import gymnasium

    place = spec.partition(":")[2]
    module, _, name = place.rpartition(":")
    if not place or (":" in place and not (module and name)):
        raise WrapProblem(
            f"{spec}: write gym:ID, gym:module:ID, gym:module:Class or gym:file.py:Class"
        )
    written = "".join(f", {key}={value!r}" for key, value in args.items())
    try:
        made = getattr(load_module(module), name, None) if module else None
        if made is not None:
            code = own_files(module)
            making = {"module": import_of(code), "made": name, "call": f"{name}({written[2:]})"}
            return made(**args), code, making
        if module.endswith(".py"):
            raise WrapProblem(f"{module} has no {name}")
        if module and own_files(module).files:
            raise WrapProblem(
                f"{module} is not installed, so that {name} could not be made elsewhere: name its "
                f"class (gym:{module}:Class), which is copied with its files"
            )
        env = gymnasium.make(place, disable_env_checker=True, **args)
    except WrapProblem:
        raise
    except (Exception, SystemExit) as error:
        text = " ".join(str(error).split())[:300]
        raise WrapProblem(f"{spec} cannot be made: {type(error).__name__}: {text}") from error
    call = f"gymnasium.make({json.dumps(place)}, disable_env_checker=True{written})"
    return env, None, {"module": "", "made": "", "call": call}


def _play(env: Any, spec: str) -> dict[str, Any]:
    """Random play: rewards that were seen, the best return, and whether there are action masks.

    Raises:
        WrapProblem: the environment cannot be played.
    """
    from hallmark_rl.sdk.adapters.gym_values import mask_given, sample_allowed

    rewards, returns, masked = [0.0], [], False
    try:
        for episode in range(_EPISODES):
            observation, info = env.reset(seed=episode)
            env.action_space.seed(episode)
            masked = masked or mask_given(env, observation, info) is not None
            paid = []
            for _ in range(_MOST_STEPS):
                mask = mask_given(env, observation, info)
                action = sample_allowed(env.action_space, mask)
                observation, reward, terminated, truncated, info = env.step(action)
                paid.append(float(reward))
                if terminated or truncated:
                    break
            rewards += paid
            returns.append(math.fsum(paid))
    except (Exception, SystemExit) as error:
        text = " ".join(str(error).split())[:300]
        raise WrapProblem(f"{spec} cannot be played: {type(error).__name__}: {text}") from error
    return {"low": min(rewards), "high": max(rewards), "best": max(returns), "masked": masked}


def _requirements(env: Any, code: OwnFiles | None) -> list[str]:
    needed = set(requirements_of(["gymnasium"])) | set(code.requirements if code else [])
    top = type(env.unwrapped).__module__.partition(".")[0]
    if code is None:
        needed |= set(requirements_of([top]))
    return sorted(needed)
