"""Write the folder of a new environment from templates, for `hallmark new` and `hallmark wrap`.

`templates/common` holds what every environment has (client, server, metadata of the package); one
more folder holds the rest.
"""

from __future__ import annotations

import importlib.util
import json
import keyword
import re
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

import jinja2

_TEMPLATES = Path(__file__).parent / "templates"
_NAME = re.compile(r"[a-z][a-z0-9_]*")


class NameProblem(ValueError):
    """The name or the folder of a new environment cannot be used; the message says why."""


def free_folder(name: str, into: Path) -> Path:
    """The folder of a new environment, which does not exist yet.

    Args:
        name: name of the environment, of its package and of its folder.
        into: the folder to put it in.

    Raises:
        NameProblem: it is not a package name or hides another package, or the folder exists.
    """
    folder = into / name
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise NameProblem(f"{name!r} cannot be a package: use lower-case letters, digits and _")
    if folder.exists():
        raise NameProblem(f"{folder} exists already: choose another name or place")
    other = importlib.util.find_spec(name)
    if other is not None and other.origin is not None:
        raise NameProblem(f"{name!r} is the package in {other.origin}: choose another name")
    return folder


def write_environment(kind: str, folder: Path, values: Mapping[str, Any]) -> list[Path]:
    """Write an environment into a folder from `free_folder`.

    Args:
        kind: the folder of templates that adds to those that every environment has.
        folder: the folder to make.
        values: what the templates name, beside `name`, `class` and `title`. Those that every
            environment has need `summary` (a clause), `example` (the arguments of an action, as
            code), `requirements`, `folders` (further sub-packages), `package_data` (patterns),
            `reward_range` (a pair, or None), `floor_margin`, `task_api` and `turns`; `extra` is the
            extra of this project that brings OpenEnv, if it is not `openenv`.

    Returns:
        The paths of its files.
    """
    words = [word for word in folder.name.split("_") if word]
    names = {
        "name": folder.name,
        "class": "".join(word.capitalize() for word in words),
        "title": " ".join(word.capitalize() for word in words),
        "extra": "openenv",
        **values,
    }
    jinja = jinja2.Environment(
        undefined=jinja2.StrictUndefined, keep_trailing_newline=True, autoescape=False
    )
    jinja.filters["quoted"] = partial(json.dumps, ensure_ascii=False)
    written = []
    for root in (_TEMPLATES / "common", _TEMPLATES / kind):
        for template in sorted(root.rglob("*.j2")):
            path = jinja.from_string(str(template.relative_to(root))).render(names)
            target = folder / path.removesuffix(".j2")
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(jinja.from_string(template.read_text("utf-8")).render(names), "utf-8")
            written.append(target)
    return sorted(written)
