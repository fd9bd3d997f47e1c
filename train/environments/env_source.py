"""Find the environment that `--env` names, and its text form.

    envs/wordle                          a folder: class, text.py, proof.py, hallmark.json
    my_package.envs:MyEnvironment        a class; the other files come from the folder it lies in,
                                         or `render` and `parse` from its own module
    http://localhost:8000                a server; with --folder, its models, text.py and proof.py
    http://a:8000,http://b:8000          several servers that run the same environment

An environment without a text form is played in JSON (see `json_text.py`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from hallmark_rl.sdk.environment.json_text import fetch_action_schema, json_text_form
from hallmark_rl.sdk.environment.server_failover import ServerSessions, server_addresses
from hallmark_rl.sdk.hallmark import check_hallmark
from hallmark_rl.sdk.subject.class_folder import text_in_own_module, with_class_folder
from hallmark_rl.sdk.subject.description import Subject
from hallmark_rl.sdk.subject.load import load_subject
from hallmark_rl.train.config import RunConfig, RunRefused
from hallmark_rl.train.environments.rollout_env import Audit, EnvSlot


@dataclass(frozen=True)
class TrainingEnv:
    """An environment that can be trained on.

    Attributes:
        make: creates an instance; for a server, opens a session.
        text: the text form: `text.py`, or an object with the same names.
        audit: `proof.py`'s `audit`, if it has one.
        env_class: the environment's class, if it is known.
        is_remote: whether `make` opens a session on a server.
    """

    make: Callable[[], Any]
    text: Any
    audit: Audit | None
    env_class: type[Any] | None
    is_remote: bool = False


def load_training_env(config: RunConfig) -> TrainingEnv:
    """Load the environment of a run.

    Raises:
        RunRefused: it has no valid hallmark and `config.unproved` is false, it has no text form
            and cannot be played in JSON, or `config.env` mixes servers with something else.
        SubjectError: it cannot be loaded.
    """
    addresses = _addresses(config.env)
    subject = load_subject(
        addresses[0] if addresses else config.env, env_args=dict(config.env_args)
    )
    home = _home_folder(subject, config)
    if not config.unproved:
        _require_hallmark(subject, home)
    source = home or subject
    text = source.text or text_in_own_module(subject)
    if text is None:
        text = _json_text(subject, source, config)
    audit = getattr(source.proof, "audit", None)
    make = ServerSessions(addresses, vars(source)).open if addresses else subject.factory
    return TrainingEnv(make, text, audit, source.env_class, is_remote=bool(addresses))


def slot_maker(env: TrainingEnv) -> Callable[[], EnvSlot]:
    """What creates a slot of the environment."""
    return lambda: EnvSlot(env.make(), env.text, env.audit)


def load_slot_maker(config: RunConfig) -> Callable[[], EnvSlot]:
    """The same for the environment of a run, loaded here; raises like `load_training_env`."""
    return slot_maker(load_training_env(config))


def _addresses(spec: str) -> list[str]:
    """The servers that `--env` names; empty if it names a folder or a class."""
    addresses = server_addresses(spec)
    parts = spec.split(",")
    if not addresses and any(map(server_addresses, parts)):
        other = next(part for part in parts if not server_addresses(part))
        raise RunRefused(
            f"--env {spec} names servers and {other!r}, which is no URL: name servers only, like "
            "http://a:8000,http://b:8000 (the folder of their environment with --folder)"
        )
    return addresses


def _home_folder(subject: Subject, config: RunConfig) -> Subject | None:
    """The subject itself if it is a folder; else the folder that the class lies in, or `--folder`;
    None if there is none."""
    if subject.root is not None:
        return subject
    if config.folder:
        return load_subject(config.folder)
    return with_class_folder(subject)


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
