"""`Subject`: an environment to prove or to train on, with its models and its author's evidence."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import yaml

from hallmark_rl.sdk.subject.diagnosis import SubjectError
from hallmark_rl.sdk.subject.model_types import models_of


@dataclass(frozen=True)
class Subject:
    """One environment.

    Attributes:
        name: from `openenv.yaml`, else the name of the folder or class.
        spec: what it was loaded from.
        env_class: its class; None for a running server.
        make: the class or factory that creates an instance.
        action_type, observation_type, state_type: its models, as far as they are known.
        root: its folder, if it was loaded from one.
        proof: the module `proof.py`: an oracle, exploits and other evidence from the author.
        text: the module `text.py`: how a language model plays the environment.
        manifest: the content of `openenv.yaml`.
        env_args: keyword arguments for `make`, by parameter name.
        app: the server application, if one was found.
        server: OpenEnv's `HTTPEnvServer` behind the application.
        client_type: the typed client in `client.py`.
        notes: problems that occurred before a way to import the folder worked.
        undeclared: why something else than the app of `openenv.yaml` was loaded; empty if that
            was loaded, or none is declared.
        url: the address of a running server.
        headers: HTTP headers for that server; they may be secrets.
    """

    name: str
    spec: str
    env_class: type[Any] | None = None
    make: Callable[..., Any] | None = None
    action_type: Any = None
    observation_type: Any = None
    state_type: Any = None
    root: Path | None = None
    proof: ModuleType | None = None
    text: ModuleType | None = None
    manifest: Mapping[str, Any] = field(default_factory=dict)
    env_args: Mapping[str, Any] = field(default_factory=dict)
    app: Any = None
    server: Any = None
    client_type: type[Any] | None = None
    notes: tuple[str, ...] = ()
    undeclared: str = ""
    url: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)

    def factory(self) -> Any:
        """Create an instance of the environment in this process, with the arguments `env_args`.

        Raises:
            SubjectError: the subject is a running server.
            Exception: whatever the environment's constructor raises.
        """
        if self.make is None:
            raise SubjectError(
                f"{self.spec} is a running server: it is played over its address, not in process"
            )
        return self.make(**self.env_args)


def describe_class(
    env_class: type[Any], *, spec: str, env_args: dict[str, Any], **fields: Any
) -> Subject:
    """The `Subject` for a class; `fields` are further fields, of which None counts as not given.

    Models that are not given are read from the type hints of the class.

    Raises:
        SubjectError: the class does not say what its actions are, or needs other arguments.
    """
    action, observation, state = models_of(env_class)
    values: dict[str, Any] = {
        "name": env_class.__name__,
        "make": env_class,
        "action_type": action,
        "observation_type": observation,
        "state_type": state,
        **{key: value for key, value in fields.items() if value is not None},
    }
    if values["action_type"] is None:
        raise SubjectError(
            f"{env_class.__name__} does not say what its actions are: annotate the action of "
            "step(), or derive from Environment[YourAction, YourObservation, YourState]"
        )
    if values["make"] is env_class:
        _require_arguments(env_class, env_args)
    return Subject(spec=spec, env_class=env_class, env_args=env_args, **values)


def read_manifest(folder: Path) -> dict[str, Any]:
    """Read the folder's `openenv.yaml`; the result is empty if there is none.

    Raises:
        SubjectError: the file is not valid YAML.
    """
    for name in ("openenv.yaml", "openenv.yml"):
        path = folder / name
        if path.is_file():
            try:
                content = yaml.safe_load(path.read_text(encoding="utf-8"))
            except (yaml.YAMLError, UnicodeDecodeError) as error:
                line = str(error).splitlines()[0]
                raise SubjectError(f"{path} is not valid YAML: {line}") from error
            return content if isinstance(content, dict) else {}
    return {}


def _require_arguments(env_class: type[Any], args: dict[str, Any]) -> None:
    try:
        inspect.signature(env_class).bind(**args)
    except TypeError as error:
        raise SubjectError(
            f"{env_class.__name__}() cannot be made: {error}; pass constructor arguments with "
            "--env-arg name=value"
        ) from error
    except ValueError:
        return
