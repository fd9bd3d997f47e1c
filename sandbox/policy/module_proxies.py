"""What one run imports: copies of real modules that hold allow-listed names only."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any
from warnings import catch_warnings, simplefilter

from hallmark_rl.sandbox.policy.allowed_modules import MODULES, FULLY_REPLACED
from hallmark_rl.sandbox.policy.class_building import ABC_META, TYPE
from hallmark_rl.sandbox.policy.replacements import random as random_standin

_STANDINS = (
    "collections", "contextlib", "copy", "dataclasses", "enum", "functools", "hashlib", "operator",
    "queue", "sys", "types",
)  # fmt: skip
# What CPython's own C code imports, by the import function of whoever called it.
_FOR_C = frozenset({"_strptime"})
_REPLACED: dict[str, dict[str, Any]] = {"abc": {"ABCMeta": ABC_META}, "typing": {"Type": TYPE}}


@cache
def _template(name: str) -> dict[str, Any]:
    """The names that every run finds in the module `name`."""
    space: dict[str, Any] = {}
    if name not in FULLY_REPLACED:
        real = import_module(name)
        with catch_warnings():  # some names are there only to be deprecated
            simplefilter("ignore")
            space = {key: getattr(real, key) for key in MODULES[name] if hasattr(real, key)}
        space["__doc__"] = real.__doc__
    if name in _STANDINS:
        space |= import_module(f"hallmark_rl.sandbox.policy.replacements.{name}").NAMES
    space |= _REPLACED.get(name, {})
    return {key: value for key, value in space.items() if type(value) is not ModuleType}


def public_names(module: str) -> list[str]:
    """What `from module import *` stands for, in this version of Python."""
    there = {
        *_template(module),
        *(name for name in MODULES[module] if f"{module}.{name}" in MODULES),
    }
    return sorted(name for name in MODULES[module] & there if not name.startswith("_"))


class Modules:
    """The modules of one run, made when they are first imported."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._made: dict[str, ModuleType] = {}

    def get(self, name: str) -> ModuleType:
        """The module `name`, with the submodules that it is known for."""
        if name not in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r} is allowed here", name=name)
        made = self._made.get(name)
        if made is None:
            made = self._made[name] = ModuleType(name)
            space = random_standin.names(self._seed) if name == "random" else _template(name)
            vars(made).update(space)
            for child in MODULES:
                parent, _, short = child.rpartition(".")
                if parent == name:
                    setattr(made, short, self.get(child))
        return made

    def imported(self, *wanted: tuple[str, bool]) -> list[ModuleType]:
        """`import a, a.b, a.b as c`: each module, or the one at the top of its name."""
        found = [(self.get(name), top and self.get(name.partition(".")[0])) for name, top in wanted]
        return [top or module for module, top in found]

    def names_from(self, name: str, *wanted: str) -> list[Any]:
        """`from name import a, b`: from what the module holds now, and nowhere else."""
        held = vars(self.get(name))
        for missing in wanted:
            if missing not in held:
                raise ImportError(f"cannot import name {missing!r} from {name!r}", name=name)
        return [held[each] for each in wanted]

    def for_c(self, name: str, *context: Any) -> ModuleType:
        """What CPython's own C code imports while it runs for the program."""
        return import_module(name) if name in _FOR_C else self.get(name)


def preload() -> None:
    """Import every module that a program may import, so that a run needs no file for it."""
    for name in MODULES:
        _template(name)
    for name in _FOR_C:
        import_module(name)
