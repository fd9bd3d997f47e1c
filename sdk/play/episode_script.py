"""An episode as Python source: a script that plays it, and a test that expects the same again.

All values are written with `repr`, so that no text of an episode can become code.
"""

from __future__ import annotations

import keyword
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class PlayedOn:
    """What a copied script plays on.

    Attributes:
        address: the address of a server; used if `spec` is empty.
        spec: what the environment is loaded from in the script's own process.
        env_args: the arguments of its constructor; a value that must not be told is `...`.
        asynchronous: whether it is played with `reset_async` and `step_async`.
    """

    address: str = ""
    spec: str = ""
    env_args: Mapping[str, Any] = field(default_factory=dict)
    asynchronous: bool = False


def episode_script(place: PlayedOn, options: Mapping[str, Any], actions: list[Any]) -> str:
    """A script that plays an episode and prints every observation.

    Args:
        place: what it plays on.
        options: the arguments of `reset`.
        actions: the actions as JSON data.
    """
    if not place.spec:
        lines = [
            "from openenv.core import GenericEnvClient",
            "",
            f"with GenericEnvClient(base_url={place.address!r}).sync() as env:",
            f"    print(env.reset({_arguments(options)}))",
            *[f"    print(env.step({action!r}))" for action in actions],
        ]
        return "\n".join(lines) + "\n"
    head, reset, step = _local_calls(place)
    lines = [
        *head,
        "",
        f"print({reset.format(_arguments(options))})",
        *[f"print({_local_step(step, action)})" for action in actions],
        "env.close()",
    ]
    return "\n".join(lines) + "\n"


def episode_test(
    place: PlayedOn,
    options: Mapping[str, Any],
    actions: list[Any],
    steps: list[dict[str, Any]],
) -> str:
    """A pytest module that plays an episode and expects the rewards that it had.

    Args:
        place, options, actions: as for `episode_script`.
        steps: what `ReplayedEpisode.play` returned.
    """
    expected = [_expected(step) for step in steps[1:]]
    if not place.spec:
        body = [
            f"    with GenericEnvClient(base_url={place.address!r}).sync() as env:",
            f"        env.reset({_arguments(options)})",
        ]
        for action, checks in zip(actions, expected, strict=False):
            body.append(f"        result = env.step({action!r})")
            body += [f"        assert result.{check}" for check in checks if "columns" not in check]
        head = ["from openenv.core import GenericEnvClient"]
    else:
        head, reset, step = _local_calls(place)
        head, make = head[:-1], head[-1]
        body = [f"    {make}", f"    {reset.format(_arguments(options))}"]
        for action, checks in zip(actions, expected, strict=False):
            body.append(f"    observation = {_local_step(step, action)}")
            body += [f"    assert observation.{check}" for check in checks]
        body.append("    env.close()")
    approx = ["import pytest"] if any("pytest." in line for line in body) else []
    return "\n".join([*approx, *head, "", "", "def test_episode() -> None:", *body]) + "\n"


def _arguments(options: Mapping[str, Any]) -> str:
    """Keyword arguments as source."""
    if all(name.isidentifier() and not keyword.iskeyword(name) for name in options):
        return ", ".join(f"{name}={value!r}" for name, value in options.items())
    return f"**{dict(options)!r}"


def _local_calls(place: PlayedOn) -> tuple[list[str], str, str]:
    """The lines that make the instance, and the formats of a reset and of a step."""
    more = ""
    head = ["from hallmark_rl.sdk.subject.load import load_subject", ""]
    if ... in place.env_args.values():
        head.append("# The values are not told without --private: fill them in.")
    if place.env_args:
        named = ", ".join(f"{name!r}: {_value(v)}" for name, v in place.env_args.items())
        head.append(f"env_args = {{{named}}}")
        more = ", env_args=env_args"
    head.append(f"subject = load_subject({place.spec!r}{more})")
    if place.asynchronous:
        head = ["import asyncio", "", *head, "run = asyncio.new_event_loop().run_until_complete"]
    names = ("run(env.reset_async({}))", "run(env.step_async({}))")
    reset, step = names if place.asynchronous else ("env.reset({})", "env.step({})")
    return [*head, "env = subject.factory()"], reset, step


def _value(value: Any) -> str:
    return "..." if value is ... else repr(value)


def _local_step(step: str, action: Any) -> str:
    return step.format(f"subject.action_type.model_validate({action!r})")


def _expected(step: Mapping[str, Any]) -> list[str]:
    """The checks of one step, each as the end of an expression on its observation."""
    if "failure" in step:
        return []
    checks = [f"done is {step['done']!r}"]
    reward = step["reward"]
    if isinstance(reward, int | float) and not isinstance(reward, bool) and math.isfinite(reward):
        checks.append(f"reward == pytest.approx({reward!r})")
    columns = {row["name"]: row["value"] for row in step["columns"] if "kind" in row}
    if columns:
        checks.append(f"columns == pytest.approx({columns!r})")
    return checks
