"""The fields that choose an episode: the arguments of `reset`, besides the seed."""

from __future__ import annotations

import inspect
import typing
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, TypeAdapter

from hallmark_rl.sdk.environment.base import VerifiedEnvironment
from hallmark_rl.sdk.play.form_fields import FormField, schema_field
from hallmark_rl.sdk.play.plain_values import plain
from hallmark_rl.sdk.subject.description import Subject

_NOT_CHOSEN = ("self", "seed", "episode_id")
_FAILURES = (Exception, SystemExit)


def reset_fields(subject: Subject) -> list[FormField]:
    """One field for each argument of `reset` that selects a task, a level or a mode.

    For a `VerifiedEnvironment`: `split` and `level` with the values of its tasks, `index`, and the
    declared options. For other environments: the named parameters of `reset`.
    """
    kind = subject.env_class
    if isinstance(kind, type) and issubclass(kind, VerifiedEnvironment):
        return [*_task_fields(kind), *_option_fields(subject, kind.options)]
    return _parameter_fields(kind)


def _task_fields(kind: type[Any]) -> list[FormField]:
    tasks = kind.tasks
    if tasks is None:
        return []
    try:
        splits, levels = list(tasks.list_splits()), list(tasks.levels)
    except _FAILURES:
        return []
    first = "train" if "train" in splits else splits[0]
    return [
        FormField("split", "choice", "Which part of the tasks", first, choices=splits),
        FormField("level", "choice", "Difficulty; any if empty", choices=[None, *levels]),
        FormField("index", "integer", "Number of one task; by the seed if empty", low=0),
    ]


def _option_fields(subject: Subject, options: Mapping[str, Any]) -> list[FormField]:
    fields = []
    for name, default in options.items():
        kind = _kind_of(default)
        schema: dict[str, Any] = {"default": default, **({"type": kind} if kind else {})}
        # A field of the same name in the state or the observation lists the values of an option.
        for model in (subject.state_type, subject.observation_type):
            schema |= _listed_values(model, name)
        fields.append(schema_field(name, schema, schema))
    return fields


def _kind_of(value: Any) -> str:
    """The type of a default value, in the words of JSON schemas."""
    names = {bool: "boolean", int: "integer", float: "number", str: "string"}
    return names.get(type(value), "")


def _listed_values(model: Any, name: str) -> dict[str, Any]:
    """`enum` with the values of a field that is a `Literal` or an enumeration; else empty."""
    if not (isinstance(model, type) and issubclass(model, BaseModel)):
        return {}
    try:
        schema = model.model_json_schema()
    except _FAILURES:
        return {}
    part = schema.get("properties", {}).get(name, {})
    choices = schema_field(name, schema, part).choices
    return {"enum": choices} if choices else {}


def _parameter_fields(kind: type[Any] | None) -> list[FormField]:
    try:
        parameters = inspect.signature(kind.reset).parameters  # type: ignore[union-attr]
        hints = typing.get_type_hints(kind.reset)  # type: ignore[union-attr]
    except _FAILURES:
        return []
    fields = []
    for name, parameter in parameters.items():
        variadic = parameter.kind in (parameter.VAR_KEYWORD, parameter.VAR_POSITIONAL)
        if variadic or name in _NOT_CHOSEN:
            continue
        try:
            schema = TypeAdapter(hints.get(name, Any)).json_schema()
        except _FAILURES:
            schema = {}
        required = parameter.default is parameter.empty
        if not required:
            schema = {**schema, "default": plain(parameter.default)}
        fields.append(schema_field(name, schema, schema, required))
    return fields
