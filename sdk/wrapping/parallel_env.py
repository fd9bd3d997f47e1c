"""An environment of a parallel PettingZoo environment: one action holds those of all agents."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from hallmark_rl.extras import missing_extras
from hallmark_rl.sdk.scaffold import free_folder, write_environment
from hallmark_rl.sdk.wrapping.game_files import copy_game, game_packages, import_of, load_module
from hallmark_rl.sdk.wrapping.python_files import OwnFiles, own_files, requirements_of
from hallmark_rl.sdk.wrapping.wrap_problem import WrapProblem

_MOST_STEPS = 1000
"""Step limit unless one is given, and that of random play."""
_EPISODES = 20
_WIDE = 1e6
"""Bound of the reward of an agent in a step where none is given."""
_METHODS = ("possible_agents", "observation_space", "action_space", "reset", "step", "close")


def wrap_parallel(
    spec: str,
    out: Path,
    *,
    args: Mapping[str, Any],
    max_steps: int | None = None,
    solved: float | None = None,
    reward_range: tuple[float, float] | None = None,
    paid_agents: Sequence[str] = (),
    show_info: bool = False,
) -> tuple[list[Path], list[str], int]:
    """Write an environment of a parallel PettingZoo environment into the new folder `out`.

    Args:
        spec: `pettingzoo:MODULE`, with the function `parallel_env`, or `pettingzoo:MODULE:NAME`;
            the module is a dotted name or the path of a file that ends with .py.
        out: the folder; its name is the name of the environment.
        args: keyword arguments with which it is made.
        max_steps: the step limit; None for 1000.
        solved: the sum of the returns of the paid agents from which an episode counts as solved;
            None for the best of random play.
        reward_range: lowest and highest reward of an agent in a step; None if they are not known.
        paid_agents: the agents whose rewards are paid; empty for all.
        show_info: whether observations hold PettingZoo's `infos`.

    Returns:
        The paths of its files, notes for the author, and the step limit.

    Raises:
        WrapProblem: it cannot be made or played, or a space or an agent's name has no model.
        NameProblem: the folder exists, or its name cannot be that of a package.
        OSError: a file cannot be written.
    """
    missing = missing_extras("hallmark wrap pettingzoo:MODULE", "gym", "pettingzoo")
    if missing:
        raise WrapProblem(missing)
    from hallmark_rl.sdk.wrapping.space_models import SpaceModels

    if reward_range is not None and not -math.inf < reward_range[0] < reward_range[1] < math.inf:
        raise WrapProblem(f"the reward range {reward_range} is not a finite interval")
    folder = free_folder(out.name, out.parent)
    env, code, making = _make(spec, args)
    agents = [str(agent) for agent in env.possible_agents]
    unknown = sorted(set(paid_agents) - set(agents))
    if unknown:
        raise WrapProblem(f"there is no agent {unknown[0]!r} to be paid: {', '.join(agents)}")
    paid = [agent for agent in agents if agent in paid_agents or not paid_agents]
    models = SpaceModels()
    action_type, observation_type = _types(models, env, spec)
    played = _play(env, spec, paid)
    env.close()
    notes = list(code.notes)
    if max_steps is None:
        notes.append(f"the step limit is {_MOST_STEPS}; --max-steps sets it")
    if solved is None:
        solved = played["best"]
        notes.append(
            f"an episode is solved from {solved:.4g} on, the best sum of returns of {_EPISODES} "
            "random episodes; --solved sets it"
        )
    if played["cancels"]:
        notes.append("the rewards of the agents always add up to 0: --paid-agent names who is paid")
    low, high = reward_range or (-_WIDE, _WIDE)
    if reward_range is None:
        notes.append(
            f"the range of rewards is not known ({played['low']:.4g} to {played['high']:.4g} were "
            "seen of one agent): --reward-range sets it"
        )
    low, high = min(0.0, float(low)), max(0.0, float(high))
    limit = max_steps or _MOST_STEPS
    place = spec.partition(":")[2]
    written = write_environment(
        "parallel",
        folder,
        {
            "summary": f"the PettingZoo environment {place}",
            "example": "actions=...",
            "requirements": _requirements(code),
            "folders": game_packages(code),
            "package_data": [],
            "reward_range": [len(paid) * low, len(paid) * high] if reward_range else None,
            "floor_margin": 0.1,
            "task_api": False,
            "turns": "multi-turn",
            "spec": place,
            "classes": models.classes,
            "action_type": action_type,
            "observation_type": observation_type,
            "agents": tuple(agents),
            "paid": tuple(paid),
            "max_steps": limit,
            "solved": float(solved),
            "low": low,
            "high": high,
            "show_info": show_info,
            "masked": played["masked"],
            **making,
        },
    )
    return sorted([*written, *copy_game(code, folder, "The PettingZoo environment.")]), notes, limit


def _make(spec: str, args: Mapping[str, Any]) -> tuple[Any, OwnFiles, dict[str, str]]:
    """The environment, its own files, and how the templates make it."""
    module, _, name = spec.partition(":")[2].partition(":")
    name = name or "parallel_env"
    if not module:
        raise WrapProblem(f"{spec}: write pettingzoo:MODULE or pettingzoo:MODULE:NAME")
    try:
        made = getattr(load_module(module), name, None)
        if made is None:
            raise WrapProblem(f"{module} has no {name}")
        env = made(**args)
        code = own_files(module)
    except WrapProblem:
        raise
    except (Exception, SystemExit) as error:
        text = " ".join(str(error).split())[:300]
        raise WrapProblem(f"{spec} cannot be made: {type(error).__name__}: {text}") from error
    for method in _METHODS:
        if not hasattr(env, method):
            raise WrapProblem(f"{spec} has no {method}: it is not a parallel environment")
    written = ", ".join(f"{key}={value!r}" for key, value in args.items())
    return env, code, {"module": import_of(code), "made": name, "call": f"{name}({written})"}


def _types(models: Any, env: Any, spec: str) -> tuple[str, str]:
    """The types of the actions and observations of all agents, a field for each agent."""
    from gymnasium import spaces

    types = []
    for place, space_of in (
        ("actions", env.action_space),
        ("observations", env.observation_space),
    ):
        try:
            by_agent = OrderedDict((agent, space_of(agent)) for agent in env.possible_agents)
        except Exception as error:
            told = f"{type(error).__name__}: {error!s:.200}"
            raise WrapProblem(f"{spec} gives no space of the {place}: {told}") from error
        types.append(models.type_of(spaces.Dict(by_agent), place))
    name, fields = models.classes[-1]  # an agent that no longer plays has no observation
    models.classes[-1] = (name, [(agent, f"{kind} | None = None") for agent, kind in fields])
    return types[0], types[1]


def _play(env: Any, spec: str, paid: Sequence[str]) -> dict[str, Any]:
    """Random play: rewards of one agent, the best sum of returns, masks, and whether all rewards of
    a step always cancel out.

    Raises:
        WrapProblem: the environment cannot be played.
    """
    from hallmark_rl.sdk.adapters.gym_values import mask_in, sample_allowed

    rewards, returns, masked, cancels = [0.0], [], False, True
    try:
        for episode in range(_EPISODES):
            seen, infos = env.reset(seed=episode)
            for number, agent in enumerate(env.possible_agents):
                env.action_space(agent).seed(1000 * episode + number)
            total = 0.0
            for _ in range(_MOST_STEPS):
                actions = {}
                for agent in env.agents:
                    mask = mask_in(seen.get(agent), infos.get(agent))
                    masked = masked or mask is not None
                    actions[agent] = sample_allowed(env.action_space(agent), mask)
                if not actions:
                    break
                seen, given, _, _, infos = env.step(actions)
                given = {str(agent): float(reward) for agent, reward in given.items()}
                rewards += given.values()
                total += math.fsum(given.get(agent, 0.0) for agent in paid)
                cancels = cancels and abs(math.fsum(given.values())) < 1e-9
            returns.append(total)
    except (Exception, SystemExit) as error:
        text = " ".join(str(error).split())[:300]
        raise WrapProblem(f"{spec} cannot be played: {type(error).__name__}: {text}") from error
    several = len(paid) > 1 and len(paid) == len(env.possible_agents) and any(rewards)
    return {
        "low": min(rewards),
        "high": max(rewards),
        "best": max(returns),
        "masked": masked,
        "cancels": cancels and several,
    }


def _requirements(code: OwnFiles) -> list[str]:
    return sorted({*requirements_of(["gymnasium", "pettingzoo"]), *code.requirements})
