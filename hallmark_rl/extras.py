"""Extras of the distribution: the packages that each installs, and the message for a missing one.

    require_extras("hallmark prove", "openenv", "conformance")

This module imports nothing heavy, so that a command can check before it loads the rest.
"""

from __future__ import annotations

import sys
from importlib.util import find_spec

PACKAGES = {
    "openenv": ("openenv", "fastapi", "uvicorn", "websockets"),
    "conformance": ("pytest", "jsonschema", "numpy"),
    "serve": ("fastapi", "uvicorn", "uvloop", "prometheus_client", "aiohttp"),
    "ray": ("ray",),
    "verifiers": ("verifiers",),
    "gym": ("gymnasium",),
    "pettingzoo": ("pettingzoo",),
    "train": (
        "torch",
        "transformers",
        "trl",
        "peft",
        "datasets",
        "accelerate",
        "tensorboard",
    ),
}
"""Import names of the packages that each extra of `pyproject.toml` adds to the base."""
_LABELS = {
    "openenv": "OpenEnv",
    "conformance": "the packages of the conformance suite",
    "train": "torch, TRL",
}


def missing_extras(what: str, *extras: str) -> str:
    """The line that says which of `extras` the action `what` lacks; empty if it lacks none."""
    missing = [extra for extra in extras if not all(map(_installed, PACKAGES[extra]))]
    if not missing:
        return ""
    absent = [_absent(extra) for extra in missing]
    return f'{what} needs {" and ".join(absent)}: pip install "hallmark-rl[{",".join(missing)}]"'


def require_extras(what: str, *extras: str) -> None:
    """Print one line and exit with status 2 unless the packages of `extras` are installed."""
    problem = missing_extras(what, *extras)
    if problem:
        print(problem, file=sys.stderr)
        raise SystemExit(2)


def _absent(extra: str) -> str:
    """What a person calls the missing part of an extra."""
    names = [name for name in PACKAGES[extra] if not _installed(name)]
    if len(names) == len(PACKAGES[extra]) and extra in _LABELS:
        return _LABELS[extra]
    return ", ".join("OpenEnv" if name == "openenv" else name for name in names)


def _installed(name: str) -> bool:
    """Whether a package can be imported; a plain folder of that name is not the package."""
    spec = find_spec(name)
    return spec is not None and spec.origin is not None
