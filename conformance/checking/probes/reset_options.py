"""The options of reset() that OpenEnv does not define, with values to try."""

from __future__ import annotations

import ast
import enum
import inspect
import re
import textwrap
import typing
from collections.abc import Iterator, Mapping
from typing import Any

from hallmark_rl.conformance.actions.message_words import message_words
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.constant_answers import source_words
from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.survey.variants import LEVEL_NAME, SPLIT_NAME

STANDARD = frozenset({"self", "seed", "episode_id"})
"""Parameters of reset() that OpenEnv defines."""
CHOOSES_TASK = re.compile(
    r"(task|scenario|puzzle|map|preset|example|case|problem|story|fixture|file|path|name|text|word"
    r"|index|number|(^|_)id)(s?$|_)",
    re.I,
)
"""Names of options that choose one of the tasks."""
_WORD = re.compile(r"[A-Za-z][\w-]{0,23}")
_MOST_WORDS, _MOST_ACCEPTED = 60, 6
_MOST_LEVELS, _LEVEL_SEEDS = 8, 6
_UNKNOWN = "hallmark unknown"
"""No option of any environment has this value."""


def reset_options(context: CheckContext) -> dict[str, list[Any]]:
    """The options that reset() reads, with values to try for each.

    An option is a named parameter, or a key that the environment's class reads from `**kwargs`.
    Values come from the author's declarations, the annotation, the default, the refusal of a wrong
    value and the words of the source. Empty for a running server.
    """
    driver = context.new_driver()
    if not isinstance(driver, InProcessDriver):
        return {}
    options: dict[str, list[Any]] = {}
    for name, parameter in _parameters(driver).items():
        named = _named_by_refusal(driver, name)
        options[name] = _unique(_values(context, name, parameter, named))
    driver.close()
    return options


def closed_values(context: CheckContext) -> list[dict[str, str]]:
    """Texts that options of reset() accept where they refuse any other.

    The default is left out, but for splits, which are compared with each other.
    """
    found: list[dict[str, str]] = []
    driver = context.new_driver()
    for name, values in reset_options(context).items():
        texts = [value for value in values if isinstance(value, str)]
        if not texts or not isinstance(driver, InProcessDriver) or context.slow:
            continue
        if driver.reset(**{name: _UNKNOWN}).data is not None:
            continue  # it takes any text
        parameter = _parameters(driver)[name]
        default = None if parameter is None else parameter.default
        accepted = [
            value
            for value in texts[:_MOST_WORDS]
            if (value != default or SPLIT_NAME.search(name))
            and driver.reset(**{name: value}).data is not None
        ]
        found += [{name: value} for value in accepted[:_MOST_ACCEPTED]]
    driver.close()
    return found


def _parameters(driver: InProcessDriver) -> dict[str, inspect.Parameter | None]:
    """The named parameters, the keys read from `**kwargs` and those of the class's `options`.

    None where only the key is known.
    """
    method = driver.env.reset_async if driver.use_async else driver.env.reset
    try:
        parameters = inspect.signature(method).parameters.values()
    except (TypeError, ValueError):
        return {}
    found: dict[str, inspect.Parameter | None] = {}
    keywords = ""
    for parameter in parameters:
        if parameter.kind is inspect.Parameter.VAR_KEYWORD:
            keywords = parameter.name
        elif parameter.kind is not inspect.Parameter.VAR_POSITIONAL:
            found[parameter.name] = parameter
    if keywords:
        found |= dict.fromkeys(_keys_read(type(driver.env), keywords))
    defaults = getattr(driver.env, "options", None)
    if keywords and isinstance(defaults, Mapping):
        kind = inspect.Parameter.KEYWORD_ONLY
        found |= {
            name: inspect.Parameter(name, kind, default=default)
            for name, default in defaults.items()
            if isinstance(name, str) and name.isidentifier() and name not in found
        }
    return {name: found[name] for name in found if name not in STANDARD}


def _keys_read(env_class: type, keywords: str) -> list[str]:
    """The constant keys by which the methods of a class read the dict named `keywords`."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(env_class)))
    except (OSError, TypeError, SyntaxError):
        return []
    keys: dict[str, None] = {}
    for node in ast.walk(tree):
        place: ast.expr | None = None
        match node:
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="get" | "pop")) if (
                name == keywords and node.args
            ):
                place = node.args[0]
            case ast.Subscript(value=ast.Name(id=name)) if name == keywords:
                place = node.slice
            case ast.Compare(left=left, comparators=[ast.Name(id=name)]) if name == keywords:
                place = left
            case _:
                pass
        if isinstance(place, ast.Constant) and isinstance(place.value, str):
            keys.setdefault(place.value)
    return list(keys)


def _named_by_refusal(driver: InProcessDriver, name: str) -> list[str]:
    """What is named where a value is refused that cannot be right: `level must be one of ...`."""
    response = driver.reset(**{name: _UNKNOWN})
    if response.data is not None:
        return []
    return [word for word in message_words(response.message) if "hallmark" not in word]


def _values(
    context: CheckContext, name: str, parameter: inspect.Parameter | None, named: list[str]
) -> Iterator[Any]:
    for setup in context.declared.setups:
        if name in setup:
            yield setup[name]
    annotation = "" if parameter is None else parameter.annotation
    default = None if parameter is None else parameter.default
    yield from _members(annotation)
    kinds = _kinds(annotation, default)
    if not kinds or kinds & {"int", "float"}:
        yield from (*context.declared.levels, 2, 1, 3, 0, 7)
    if "bool" in kinds:
        yield from (True, False)
    if not kinds or "str" in kinds:
        yield from named
        words = [word for word in source_words(context) if _WORD.fullmatch(word)]
        yield from words[:_MOST_WORDS]


def _members(annotation: Any) -> Iterator[Any]:
    """The values that a Literal or an enum lists, at any depth of a type."""
    if typing.get_origin(annotation) is typing.Literal:
        yield from typing.get_args(annotation)
    elif isinstance(annotation, type) and issubclass(annotation, enum.Enum):
        yield from (member.value for member in annotation)
    elif isinstance(annotation, str):
        quoted = re.findall(r"'([^']*)'|\"([^\"]*)\"", annotation)
        yield from (one or other for one, other in quoted if one or other)
    else:
        for inner in typing.get_args(annotation):
            yield from _members(inner)


def _kinds(annotation: Any, default: Any) -> set[str]:
    """Which of int, float, bool and str an annotation or a default names."""
    named = set(re.findall(r"\b(int|float|bool|str)\b", str(annotation)))
    if isinstance(default, bool | int | float | str):
        named.add(type(default).__name__)
    return named


def _unique(values: Iterator[Any]) -> list[Any]:
    return list({repr(value): value for value in values}.values())


def numbered_levels(context: CheckContext) -> list[dict[str, int]]:
    """Whole numbers that an argument of reset() named for levels takes, beside its default.

    They are counted up from the default, and down, as long as `reset` accepts them and shows
    another task than with the number before: an unknown level is often played as the nearest one.
    """
    found: list[dict[str, int]] = []
    driver = context.new_driver()
    if not isinstance(driver, InProcessDriver) or context.slow:
        driver.close()
        return found
    for name, parameter in _parameters(driver).items():
        default = None if parameter is None else parameter.default
        if not LEVEL_NAME.search(name) or type(default) is not int:
            continue
        for step in (1, -1):
            last = _openings(driver, name, {})
            for value in range(default + step, default + step * _MOST_LEVELS, step):
                shown = _openings(driver, name, {name: value})
                if value < 0 or not shown or shown == last:
                    break
                found.append({name: value})
                last = shown
    driver.close()
    return found


def _openings(driver: InProcessDriver, name: str, options: dict[str, int]) -> list[str]:
    """The first messages of some seeds without the option's own number; empty if one is refused."""
    shown = []
    for seed in range(1, _LEVEL_SEEDS + 1):
        response = driver.reset(seed=seed, **options)
        if response.data is None:
            return []
        kept = {k: v for k, v in response.data.items() if k not in ("metadata", name)}
        shown.append(to_json(kept))
    return shown
