"""What the adapters play: an environment of any author, given in any of the usual ways."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from hallmark_rl.sdk.environment.episode import TASK_OPTIONS
from hallmark_rl.sdk.environment.json_text import AnyAction, fetch_action_schema, json_text_form
from hallmark_rl.sdk.environment.rewards import Reward
from hallmark_rl.sdk.environment.server_failover import ServerSessions, server_addresses
from hallmark_rl.sdk.subject.class_folder import text_in_own_module, with_class_folder
from hallmark_rl.sdk.subject.description import Subject, describe_class
from hallmark_rl.sdk.subject.load import load_subject

_OF_THE_TRAINER = frozenset({"prompt", "completion", "completion_ids", "environment", "images"})
"""Columns of a dataset that TRL itself reads."""


@dataclass(frozen=True)
class Playable:
    """An environment that a trainer can play; `open_environment` makes it.

    Attributes:
        name: for messages.
        make: creates an instance, or opens a session on a server.
        action_schema: the JSON schema of its actions.
        action_type: validates an action.
        text: its text form: the module `text.py`, or JSON.
        reward: its declared reward, if it has one.
        max_steps: its declared step limit, if it has one.
        reset_arguments: the names that its `reset` accepts; None if it accepts any.
    """

    name: str
    make: Callable[[], Any]
    action_schema: Mapping[str, Any]
    action_type: Any
    text: Any
    reward: Reward | None = None
    max_steps: int | None = None
    reset_arguments: frozenset[str] | None = field(default=None)

    def arguments_from(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """The entries of a dataset's row that state the episode, for `reset`.

        Raises:
            ValueError: there is none. The episodes of a group would then be about different tasks,
                and could not be compared.
        """
        arguments = {
            name: value
            for name, value in row.items()
            if value is not None
            and name not in _OF_THE_TRAINER
            and (self.reset_arguments is None or name in self.reset_arguments)
        }
        if not arguments:
            known = ", ".join(sorted(self.reset_arguments or {"seed"}))
            raise ValueError(
                f"{self.name}: the row of the dataset does not say which episode to play, so the "
                f"episodes of a group would differ in their task: give it a column of {known}"
            )
        return arguments


EnvironmentLike = str | Path | type[Any] | Subject | Sequence[str] | Playable
"""An environment: a folder, `module:Class`, a class with OpenEnv's `reset` and `step`, a `Subject`,
the URL of a server, or several URLs of servers that run the same environment."""


def open_environment(
    environment: EnvironmentLike,
    *,
    folder: str | Path | None = None,
    env_args: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
    text: Any = None,
) -> Playable:
    """Load an environment so that it can be given to the adapters.

    Args:
        environment: see `EnvironmentLike`. What this function has returned is returned again.
        folder: for a server, the folder of the environment that it runs: its models and its
            `text.py` are used.
        env_args: arguments of the environment's constructor, by name.
        headers: HTTP headers for a server.
        text: the text form, a module or object like a `text.py`; by default that of the
            environment's folder or module, else JSON.

    Raises:
        SubjectError: it cannot be loaded; the message says why.
        OSError: a server does not say what its actions are.
    """
    if isinstance(environment, Playable):
        return environment
    addresses = _addresses(environment)
    home = _description(environment, addresses, folder, dict(env_args or {}))
    if home.action_type is not None:
        action_type, schema = home.action_type, home.action_type.model_json_schema()
    else:
        action_type, schema = AnyAction, fetch_action_schema(addresses[0], headers)
    sessions = ServerSessions(addresses, vars(home), headers) if addresses else None
    reward = getattr(home.env_class, "reward", None)
    return Playable(
        name=", ".join(addresses) or home.spec,
        make=sessions.open if sessions else home.factory,
        action_schema=schema,
        action_type=action_type,
        text=text
        or home.text
        or text_in_own_module(home)
        or json_text_form(dict(schema), action_type),
        reward=reward if isinstance(reward, Reward) else None,
        max_steps=home.env_class.max_steps
        if home.env_class is not None and isinstance(reward, Reward)
        else None,
        reset_arguments=_reset_arguments(home.env_class),
    )


def _addresses(environment: EnvironmentLike) -> list[str]:
    """The URLs of servers; empty if the environment is not given by URLs."""
    if isinstance(environment, Subject):
        return [environment.url] if environment.url else []
    if isinstance(environment, str):
        return server_addresses(environment)
    if isinstance(environment, Sequence):
        return server_addresses(",".join(environment))
    return []


def _description(
    environment: EnvironmentLike,
    addresses: list[str],
    folder: str | Path | None,
    env_args: dict[str, Any],
) -> Subject:
    """Models, text form and class of the environment; of a server's folder, if it is known."""
    if addresses:
        given = environment if isinstance(environment, Subject) else None
        known = load_subject(str(folder)) if folder is not None else given
        return known or Subject(addresses[0], addresses[0], url=addresses[0])
    if isinstance(environment, Subject):
        subject = environment
    elif isinstance(environment, type):
        subject = describe_class(environment, spec=environment.__qualname__, env_args=env_args)
    else:
        subject = load_subject(str(environment), env_args=env_args)
    return subject if subject.root is not None else with_class_folder(subject) or subject


def _reset_arguments(env_class: type[Any] | None) -> frozenset[str] | None:
    """The names that `reset` accepts; None for any, and for a server, which chooses itself."""
    if env_class is None:
        return None
    options = getattr(env_class, "options", None)
    if isinstance(getattr(env_class, "reward", None), Reward) and isinstance(options, Mapping):
        return frozenset({"seed", "episode_id", *TASK_OPTIONS, *options})
    parameters = list(inspect.signature(env_class.reset).parameters.values())[1:]
    if any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters):
        return None
    return frozenset(parameter.name for parameter in parameters)
