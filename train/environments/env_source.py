"""Find the environment that `--env` names, and its text form.

    envs/wordle                          a folder: class, text.py, proof.py, hallmark.json
    my_package.envs:MyEnvironment        a class; the other files come from the folder it lies in,
                                         or `render` and `parse` from its own module
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
from hallmark_rl.sdk.subject.description import Subject
from hallmark_rl.sdk.subject.load import load_subject
from hallmark_rl.train.config import RunConfig, RunRefused
from hallmark_rl.train.environments.json_text import (
    AnyFields,
    fetch_action_schema,
    json_text_form,
)
from hallmark_rl.train.environments.rollout_env import Audit


@dataclass(frozen=True)
class TrainingEnv:
    """An environment that can be trained on.

    Attributes:
        make: creates an instance; for a server, opens a session.
        text: the text form: `text.py`, or an object with the same names.
        audit: `proof.py`'s `audit`, if it has one.
        env_class: the environment's class, if it is known.
    """

    make: Callable[[], Any]
    text: Any
    audit: Audit | None
    env_class: type[Any] | None


def load_training_env(config: RunConfig) -> TrainingEnv:
    """Load the environment of a run.

    Raises:
        RunRefused: it has no valid hallmark and `config.unproved` is false, or it has no text form
            and cannot be played in JSON.
        SubjectError: it cannot be loaded.
    """
    subject = load_subject(config.env, env_args=dict(config.env_args))
    home = _home_folder(subject, config)
    if not config.unproved:
        _require_hallmark(subject, home)
    source = home or subject
    text = source.text or _text_in_own_module(subject)
    if text is None:
        text = _json_text(subject, source, config)
    audit = getattr(source.proof, "audit", None)
    make = subject.factory if subject.url is None else _session_factory(subject.url, source)
    return TrainingEnv(make, text, audit, source.env_class)


def _home_folder(subject: Subject, config: RunConfig) -> Subject | None:
    """The subject itself if it is a folder; else the folder that the class lies in, or `--folder`;
    None if there is none."""
    if subject.root is not None:
        return subject
    if config.folder:
        return load_subject(config.folder)
    if subject.url is not None or subject.env_class is None:
        return None
    return _with_folder_of(subject, subject.env_class)


def _with_folder_of(subject: Subject, env_class: type[Any]) -> Subject | None:
    """The subject with text.py and proof.py of its class's folder, up to three levels up.

    They are imported as modules of the same package, so that both see the same classes.
    """
    file, parts = inspect.getsourcefile(env_class), env_class.__module__.split(".")
    for up, folder in enumerate(list(Path(file).resolve().parents)[:3] if file else [], 1):
        if not ((folder / FILE).is_file() or (folder / "openenv.yaml").is_file()):
            continue
        package = ".".join(parts[:-up])
        return replace(
            subject,
            root=folder,
            text=_import_if_present(folder, package, "text"),
            proof=_import_if_present(folder, package, "proof"),
        )
    return None


def _import_if_present(folder: Path, package: str, name: str) -> ModuleType | None:
    exists = bool(package) and (folder / f"{name}.py").is_file()
    return importlib.import_module(f"{package}.{name}") if exists else None


def _require_hallmark(subject: Subject, home: Subject | None) -> None:
    """Refuse an environment that is not proved, or that has changed since it was."""
    if home is None or home.root is None:
        reason = (
            "a server cannot show its hallmark: name its folder with --folder"
            if subject.url
            else "it lies in no folder with a hallmark.json"
        )
        raise RunRefused(
            f"{subject.spec} is not proved: {reason}, or train on it anyway with --unproved."
        )
    problems = check_hallmark(home.root)
    if problems:
        raise RunRefused(
            f"{home.root} is not proved: {'; '.join(problems)}; "
            "or train on it anyway with --unproved."
        )


def _text_in_own_module(subject: Subject) -> Any:
    """The module of the class itself, if it has `render` and `parse`."""
    module = inspect.getmodule(subject.env_class) if subject.env_class else None
    return module if all(hasattr(module, name) for name in ("render", "parse")) else None


def _json_text(subject: Subject, source: Subject, config: RunConfig) -> SimpleNamespace:
    if config.model.path is None:
        raise RunRefused(
            f"{subject.spec} has no text.py, so it is played in JSON, which a small model with "
            "random weights cannot learn: give --model, or write text.py (SYSTEM, ALPHABET, "
            "MAX_TURN_CHARS, LEVELS, render, parse, demonstrations)"
        )
    if source.action_type is not None:
        return json_text_form(source.action_type.model_json_schema(), source.action_type)
    try:
        return json_text_form(fetch_action_schema(str(subject.url)))
    except OSError as error:
        raise RunRefused(str(error)) from error


def _session_factory(url: str, source: Subject) -> Callable[[], Any]:
    """Opens one session on the server per instance, with the environment's types if known."""
    from hallmark_rl.sdk.environment.remote import RemoteEnvironment, VerifiedClient

    types = {
        name: getattr(source, name) or AnyFields
        for name in ("action_type", "observation_type", "state_type")
    }
    client: Any = type("Client", (VerifiedClient,), types)

    class Session(RemoteEnvironment):
        """A session that `close` ends, as it ends a local environment."""

        def close(self) -> None:
            self.__exit__(None, None, None)

    return lambda: Session(client(url)).__enter__()
