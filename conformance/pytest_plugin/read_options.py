"""Read what to prove, and how, from pytest's options."""

from __future__ import annotations

import json
import math
import os
import re
import time
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.engine.subject_kind import kind_of
from hallmark_rl.conformance.engine.supervisor import Target
from hallmark_rl.conformance.pytest_plugin.options import (
    HEADERS_VARIABLE,
    SUITE_OPTIONS,
    spelling,
)
from hallmark_rl.conformance.scorers.scorer_spec import is_server
from hallmark_rl.sdk.common.http_headers import parse_headers
from hallmark_rl.sdk.subject.env_args import read_env_args


def option(config: pytest.Config, name: str) -> Any:
    """The value of an option of the suite, whichever spelling the command line has."""
    return config.getoption(SUITE_OPTIONS[name].dest)


def how_to_name_env(config: pytest.Config) -> str:
    """The error for a run of the suite without an environment."""
    name = spelling(config._parser, SUITE_OPTIONS["env"])
    taken = " (another plugin defines --env)" if name != SUITE_OPTIONS["env"].short else ""
    return f"name the environment: {name} FOLDER, or module:Class, or http://...{taken}"


def read_target(config: pytest.Config, spec: str) -> Target:
    """What to check, from the options; a wrong value is a `pytest.UsageError`."""
    try:
        args = read_env_args(option(config, "env_arg"))
    except ValueError as error:
        raise pytest.UsageError(str(error)) from None
    proof = option(config, "proof") or ""
    if proof and not Path(proof).is_file():
        raise pytest.UsageError(f"there is no file of evidence {proof}")
    problem = "" if Path(spec).is_dir() else _no_subject(spec)
    tasks = option(config, "tasks") or ""
    kind = kind_of(spec)
    if kind == "task_set":
        problem = _no_task_set(spec, tasks)
    elif kind == "scorer":
        problem = _no_scorer(spec, tasks, args, option(config, "folder") or "")
    elif kind == "harbor" and (args or proof):
        problem = "--env-arg and --proof belong to an environment: a Harbor task has none"
    elif tasks:
        problem = "--tasks belongs to an answer scorer: scorer:module:function"
    if problem:
        raise pytest.UsageError(f"{spec}: {problem}")
    folder = option(config, "folder") or ""
    if folder and not Path(folder).is_dir():
        raise pytest.UsageError(f"there is no folder {folder}")
    try:
        headers = parse_headers([*_headers_from_parent(), *option(config, "header")])
    except ValueError as error:
        raise pytest.UsageError(str(error)) from None
    if (folder or headers) and "://" not in spec:
        raise pytest.UsageError("--folder and --header belong to the http(s) address of a server")
    profile = PROFILES[option(config, "profile")]
    seed = option(config, "seed")
    budget = option(config, "time_budget")
    if budget is not None and not 1.0 <= budget < math.inf:
        raise pytest.UsageError("--time-budget is a number of seconds, at least 1")
    return Target(
        spec,
        profile,
        proof,
        args,
        seed,
        folder=folder,
        headers=headers,
        ends=time.monotonic() + budget if budget is not None else math.inf,
        tasks=tasks,
    )


def _headers_from_parent() -> list[str]:
    """The headers that `hallmark prove` was given; the command lines of all users show options."""
    lines: list[str] = json.loads(os.environ.get(HEADERS_VARIABLE, "[]"))
    return lines


def _no_scorer(spec: str, tasks: str, args: dict[str, Any], folder: str) -> str:
    """Why a spec does not name a scorer with tasks; empty if it does."""
    module, _, function = spec.partition(":")[2].rpartition(":")
    if is_server(spec):
        if args or folder:
            return "--env-arg and --folder belong to an environment: leave them out"
    elif not (module and function):
        return "write scorer:module:function, or scorer:file.py:function"
    if args:
        return "--env-arg belongs to an environment or a task set: a function has none"
    return "" if tasks else "name its tasks: --tasks FILE.jsonl"


def _no_task_set(spec: str, tasks: str) -> str:
    """Why a spec does not name a task set; empty if it does."""
    if tasks:
        return "it brings its tasks: leave out --tasks"
    library, _, name = spec.partition(":")
    return "" if name else f"write {library}:NAME"


def _no_subject(spec: str) -> str:
    """Why a spec that is not a folder cannot be a subject either; empty if it may be one."""
    if re.fullmatch(r"[\w.-]+:\d+(/.*)?", spec):
        return f"an address begins with http://: write http://{spec}"
    if ":" in spec:
        return ""
    if Path(spec).is_file():
        return f"this is a file: write its folder, or {spec}:NameOfTheClass"
    if re.fullmatch(r"\w+(\.\w+)+", spec):
        return f"there is no such folder; a class is written {':'.join(spec.rsplit('.', 1))}"
    return "there is no such folder"
