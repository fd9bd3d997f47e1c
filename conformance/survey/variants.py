"""The variants of an environment: levels, splits, modes and tasks that `reset` can select."""

from __future__ import annotations

import enum
import inspect
import random
import re
import typing
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from hallmark_rl.conformance.survey.declarations import Declared
from hallmark_rl.sdk.subject.description import Subject

_TASK_ARGUMENTS = ("task_id", "task", "task_name", "scenario", "scenario_id", "difficulty", "level")
COMBINATION = "level of a split"
LEVEL_NAME = re.compile(r"(^|_)(level|difficulty|stage|tier|grade)$", re.I)
SPLIT_NAME = re.compile(r"(^|_)(split|subset|partition)$", re.I)
"""Names of arguments of `reset` that select a level, or a split."""
_LISTED_TASKS = 100_000
"""Most tasks of a split that are counted."""
_NO_ARGUMENT = "no argument of reset() selects them: name it in declared = {'setups': [...]}"


@dataclass(frozen=True)
class Variant:
    """Arguments of `reset`, beside the seed, that select what is played.

    Attributes:
        kind: `level`, `split`, `COMBINATION`, `mode` or `task`.
        options: the arguments.
        promised: whether the declared maximum can be reached in each episode, because the author
            names the variant as a level or as tasks; False for modes.
        found: whether it is not declared, but a value that `reset` accepts.
    """

    kind: str
    options: Mapping[str, Any]
    promised: bool = True
    found: bool = False

    @property
    def label(self) -> str:
        """The arguments as in a call: `level=3, split='test'`."""
        return ", ".join(f"{name}={value!r}" for name, value in self.options.items())


@dataclass(frozen=True)
class Variants:
    """What was found.

    Attributes:
        listed: levels, splits, their combinations and modes: each is to be played.
        tasks: numbered tasks and tasks of the manifest: a sample is to be played.
        unreachable: declared variants that no argument of `reset` selects, with the reason.
    """

    listed: list[Variant] = field(default_factory=list)
    tasks: list[Variant] = field(default_factory=list)
    unreachable: list[str] = field(default_factory=list)


def find_variants(subject: Subject, declared: Declared, env: Any, rng: random.Random) -> Variants:
    """Find the variants that a subject declares.

    Sources are `declared` in proof.py, a `TaskSet`, OpenEnv's task methods, the types of `reset`'s
    arguments, the `options` of a `VerifiedEnvironment`, and the tasks in openenv.yaml.

    Args:
        subject: the environment.
        declared: the author's declarations.
        env: an instance; None for a running server.
        rng: chooses tasks where there are very many.
    """
    found = Variants()
    task_set = getattr(env, "tasks", None)
    levels = [*declared.levels, *(getattr(task_set, "levels", None) or ())]
    splits = _splits(env)
    setups = [*declared.setups, *_option_values(env)]
    by_level = [{"level": level} for level in levels] or _named_values(env, setups, LEVEL_NAME)
    by_split = [{"split": split} for split in splits] or _named_values(env, setups, SPLIT_NAME)
    found.listed.extend(Variant("level", level, promised=bool(levels)) for level in by_level)
    found.listed.extend(Variant("split", split, promised=bool(splits)) for split in by_split)
    found.listed.extend(
        Variant(COMBINATION, {**level, **split}, promised=bool(levels and splits))
        for split in by_split[1:]
        for level in by_level
    )
    found.listed.extend(Variant("mode", dict(mode), promised=False) for mode in setups if mode)
    found.tasks.extend(_numbered_tasks(env, splits, rng))
    _add_manifest_tasks(found, subject, env)
    return Variants(_distinct(found.listed), _distinct(found.tasks), found.unreachable)


def _distinct(variants: list[Variant]) -> list[Variant]:
    """The variants without those that have the arguments of a former one."""
    by_label: dict[str, Variant] = {}
    for variant in variants:
        by_label.setdefault(variant.label, variant)
    return list(by_label.values())


def _named_values(
    env: Any, setups: list[Mapping[str, Any]], name: re.Pattern[str]
) -> list[dict[str, Any]]:
    """The values of an argument with such a name: those of its type, or those of the setups."""
    listed = [dict(setup) for setup in setups if len(setup) == 1 and all(map(name.search, setup))]
    return _typed_values(env, name) or (listed if len(listed) > 1 else [])


def _splits(env: Any) -> list[str]:
    """The names of the splits, from OpenEnv's task methods; none if there are no such methods."""
    try:
        splits = [getattr(split, "name", split) for split in env.list_splits()]
    except Exception:  # the method is optional, and `TaskRoutes` raises without tasks
        return []
    return [split for split in splits if isinstance(split, str)]


def _numbered_tasks(env: Any, splits: list[str], rng: random.Random) -> Iterator[Variant]:
    """`split` and `index` of each task, or of `_LISTED_TASKS` of them; none without `index`."""
    if not _takes(env, "index"):
        return
    for split in splits:
        try:
            count = int(env.num_tasks(split))
        except Exception:
            continue
        many = count > _LISTED_TASKS
        for index in rng.sample(range(count), _LISTED_TASKS) if many else range(count):
            yield Variant("task", {"split": split, "index": index})


def _add_manifest_tasks(found: Variants, subject: Subject, env: Any) -> None:
    """Add the tasks that openenv.yaml names, or why they cannot be selected."""
    listed = subject.manifest.get("tasks")
    names = list(listed) if isinstance(listed, Mapping) else []
    for entry in listed if isinstance(listed, list) else ():
        name = _first(entry, "id", "task_id", "name") if isinstance(entry, Mapping) else entry
        if isinstance(name, str | int) and not isinstance(name, bool):
            names.append(name)
    if not names or env is None:
        return
    argument = next((name for name in _TASK_ARGUMENTS if _takes(env, name, named=True)), None)
    if argument is None:
        found.unreachable.append(f"the tasks {_some(names)} of openenv.yaml: {_NO_ARGUMENT}")
    else:
        found.tasks.extend(Variant("task", {argument: name}, promised=False) for name in names)


def _some(names: list[Any]) -> str:
    shown = ", ".join(map(str, names[:6]))
    return shown if len(names) <= 6 else f"{shown} and {len(names) - 6} more"


def _first(entry: Mapping[Any, Any], *names: str) -> Any:
    return next((entry[name] for name in names if entry.get(name) is not None), None)


def _reset_of(env: Any) -> Any:
    """The method that an author wrote: `reset`, or `reset_async` where `reset` is OpenEnv's."""
    own = getattr(env, "reset", None)
    if getattr(own, "__module__", "").startswith("openenv."):
        return getattr(env, "reset_async", own)
    return own


def takes_argument(env: Any, name: str) -> bool:
    """Whether `reset` takes an argument of that name, by itself or in `**kwargs`."""
    return _takes(env, name)


def _takes(env: Any, name: str, *, named: bool = False) -> bool:
    """As `takes_argument`; with `named`, only if signature or source of `reset` holds the name."""
    try:
        reset = _reset_of(env)
        parameters = inspect.signature(reset).parameters
    except (TypeError, ValueError):
        return False
    if name in parameters:
        return True
    if not any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters.values()):
        return False
    if not named:
        return True
    if name in getattr(env, "options", ()):
        return True
    try:
        source = inspect.getsource(reset)
    except (OSError, TypeError):
        return False
    return f'"{name}"' in source or f"'{name}'" in source


def _option_values(env: Any) -> Iterator[dict[str, Any]]:
    """Values of `reset`'s arguments that their types list, other than the defaults."""
    defaults = getattr(env, "options", None)
    for name, default in defaults.items() if isinstance(defaults, Mapping) else ():
        if isinstance(default, bool):
            yield {name: not default}
    try:
        reset = _reset_of(env)
        hints = typing.get_type_hints(reset)
        parameters = inspect.signature(reset).parameters
    except Exception:  # unresolvable hints say nothing
        return
    for name, hint in hints.items():
        if name in ("seed", "episode_id", "return") or name not in parameters:
            continue
        for value in _listed_values(hint):
            if value != parameters[name].default:
                yield {name: value}


def _typed_values(env: Any, names: re.Pattern[str]) -> list[dict[str, Any]]:
    """The values that the type of the first argument of `reset` with such a name lists."""
    try:
        hints = typing.get_type_hints(_reset_of(env))
    except Exception:  # unresolvable hints say nothing
        return []
    name = next((name for name in hints if names.search(name)), "")
    values = [value for value in _listed_values(hints.get(name)) if not isinstance(value, bool)]
    return [{name: value} for value in values] if len(values) > 1 else []


def _listed_values(hint: Any) -> Iterator[Any]:
    """The values that a type lists: those of a `Literal`, of an enum of texts, or of `bool`."""
    if typing.get_origin(hint) is typing.Literal:
        yield from (value for value in typing.get_args(hint) if value is not None)
    elif hint is bool:
        yield from (False, True)
    elif isinstance(hint, type) and issubclass(hint, enum.Enum) and issubclass(hint, str):
        yield from (member.value for member in hint)
    else:
        for part in typing.get_args(hint):
            yield from _listed_values(part)
