"""What is trained on: the environment that `--env` names, and the text form it is played in.

    envs/wordle                          a folder: class, text.py, proof.py, hallmark.json
    my_package.envs:MyEnvironment        a class; the rest comes from the folder it lies in, or
                                         `render` and `parse` from its own module
    http://localhost:8000                a server; with --folder, its models, text.py and proof.py

An environment without a text form is played in JSON (see `json_text.py`).
"""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from hallmark_rl.sdk.hallmark import FILE, check_hallmark
from hallmark_rl.sdk.subject.load import Subject, load_subject
from hallmark_rl.train.config import RunConfig
from hallmark_rl.train.environments.json_text import plain_text, schema_of
from hallmark_rl.train.environments.rollout_env import Audit


class Refusal(Exception):
    """The run cannot begin; the message says why and what to do."""


@dataclass(frozen=True)
class Played:
    """An environment that can be trained on; `make` gives one instance, or one session."""

    make: Callable[[], Any]
    text: Any
    audit: Audit | None
    env_class: type[Any] | None


def find(config: RunConfig) -> Played:
    """The environment of a run, proved unless the configuration says that it need not be."""
    subject = load_subject(config.env, env_args=dict(config.env_args))
    home = _home(subject, config)
    if not config.unproved:
        _require_hallmark(subject, home)
    source = home or subject
    text = source.text or _own_text(subject)
    if text is None:
        text = _json(subject, source, config)
    audit = getattr(source.proof, "audit", None)
    make = subject.factory if subject.url is None else _sessions(subject.url, source)
    return Played(make, text, audit, source.env_class)


def _home(subject: Subject, config: RunConfig) -> Subject | None:
    """The folder that a class lies in or that is named for a server; of a folder, itself."""
    if subject.root is not None:
        return subject
    if config.folder:
        return load_subject(config.folder)
    if subject.url is not None or subject.env_class is None:
        return None
    return _around(subject, subject.env_class)


def _around(subject: Subject, env_class: type[Any]) -> Subject | None:
    """The class with what its folder says about it, imported as parts of the same package."""
    file, parts = inspect.getsourcefile(env_class), env_class.__module__.split(".")
    for up, folder in enumerate(list(Path(file).resolve().parents)[:3] if file else [], 1):
        if not ((folder / FILE).is_file() or (folder / "openenv.yaml").is_file()):
            continue
        package = ".".join(parts[:-up])
        return replace(
            subject,
            root=folder,
            text=_part(folder, package, "text"),
            proof=_part(folder, package, "proof"),
        )
    return None


def _part(folder: Path, package: str, name: str) -> ModuleType | None:
    there = bool(package) and (folder / f"{name}.py").is_file()
    return importlib.import_module(f"{package}.{name}") if there else None


def _require_hallmark(subject: Subject, home: Subject | None) -> None:
    """Refuse an environment that is not proved, or that has changed since it was."""
    if home is None or home.root is None:
        what = (
            "a server cannot show what it was proved by: name its folder with --folder"
            if subject.url
            else "it lies in no folder with a hallmark.json"
        )
        raise Refusal(
            f"{subject.spec} is not proved: {what}; or give --unproved to train on it all the same."
        )
    problems = check_hallmark(home.root)
    if problems:
        raise Refusal(
            f"{home.root} is not proved: {'; '.join(problems)}; "
            "or give --unproved to train on it all the same."
        )


def _own_text(subject: Subject) -> Any:
    """The module of the class itself, if the text form is written there."""
    module = inspect.getmodule(subject.env_class) if subject.env_class else None
    return module if all(hasattr(module, name) for name in ("render", "parse")) else None


def _json(subject: Subject, source: Subject, config: RunConfig) -> SimpleNamespace:
    if config.model.path is None:
        raise Refusal(
            f"{subject.spec} has no text.py, so it is played in JSON, which a tiny model made from "
            "nothing cannot learn: give --model, or write text.py (SYSTEM, ALPHABET, "
            "MAX_TURN_CHARS, LEVELS, render, parse, demonstrations)"
        )
    if source.action_type is not None:
        return plain_text(source.action_type.model_json_schema(), source.action_type)
    try:
        return plain_text(schema_of(str(subject.url)))
    except OSError as error:
        raise Refusal(str(error)) from error


def _sessions(url: str, source: Subject) -> Callable[[], Any]:
    """One session on the server for each instance, typed as far as the types are known."""
    from hallmark_rl.sdk.environment.remote import RemoteEnvironment, VerifiedClient
    from hallmark_rl.train.environments.json_text import Loose

    types = {
        name: getattr(source, name) or Loose
        for name in ("action_type", "observation_type", "state_type")
    }
    client: Any = type("Client", (VerifiedClient,), types)

    class Session(RemoteEnvironment):
        """Opened when it is made, closed like a local environment."""

        def close(self) -> None:
            self.__exit__(None, None, None)

    return lambda: Session(client(url)).__enter__()
