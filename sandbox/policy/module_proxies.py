"""The modules that a program imports: copies of real modules, with allow-listed names only."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any
from warnings import catch_warnings, simplefilter

from hallmark_rl.sandbox.policy.allowed_modules import (
    FULLY_REPLACED,
    MODULES,
    WITH_REPLACEMENTS,
)
from hallmark_rl.sandbox.policy.look_alikes import ABC_META, TYPE, make_obtainable
from hallmark_rl.sandbox.policy.replacements import random as random_replacement
from hallmark_rl.sandbox.policy.replacements.sys import SysModule

# Modules that CPython's own C code imports through the `__import__` of the running program.
_IMPORTED_BY_C = frozenset({"_strptime"})
_provided: dict[str, dict[str, Any]] = {}  # modules of packages that were loaded on request
_LOOK_ALIKES: dict[str, dict[str, Any]] = {"abc": {"ABCMeta": ABC_META}, "typing": {"Type": TYPE}}


def provide(module: str, names: dict[str, Any]) -> None:
    """Let programs import `module`, in which they find `names`; call it before any other function.

    Its parent, if it has one, must be provided too. Nothing of the real module is added.
    """
    MODULES[module] = frozenset(names)
    FULLY_REPLACED.add(module)
    _provided[module] = names


@cache
def _module_names(name: str) -> dict[str, Any]:
    """What every run finds in the module `name`: values by name, without submodules."""
    if name in _provided:
        return _provided[name]
    names: dict[str, Any] = {}
    if name not in FULLY_REPLACED:
        real = import_module(name)
        with catch_warnings():  # reading a deprecated name warns
            simplefilter("ignore")
            names = {key: getattr(real, key) for key in MODULES[name] if hasattr(real, key)}
        names["__doc__"] = real.__doc__
    if name in WITH_REPLACEMENTS:
        names |= import_module(f"hallmark_rl.sandbox.policy.replacements.{name}").NAMES
    names |= _LOOK_ALIKES.get(name, {})
    return {key: value for key, value in names.items() if type(value) is not ModuleType}


def public_names(module: str) -> list[str]:
    """The names that `from module import *` imports, in this version of Python."""
    defined = {
        *_module_names(module),
        *(name for name in MODULES[module] if f"{module}.{name}" in MODULES),
    }
    return sorted(name for name in MODULES[module] & defined if not name.startswith("_"))


class RunModules:
    """The modules of one run, each created when it is first imported."""

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._modules: dict[str, ModuleType] = {}
        for name in _provided:  # these are large; the zygote makes them ahead of the run
            self.get(name)

    def get(self, name: str) -> ModuleType:
        """The module `name` with its allowed submodules; raises `ModuleNotFoundError`."""
        if name not in MODULES:
            raise ModuleNotFoundError(f"No module named {name!r} is allowed here", name=name)
        module = self._modules.get(name)
        if module is None:
            module = self._modules[name] = (SysModule if name == "sys" else ModuleType)(name)
            seeded = name == "random"
            names = random_replacement.names(self._seed) if seeded else _module_names(name)
            vars(module).update(names)
            for child in MODULES:
                parent, _, short = child.rpartition(".")
                if parent == name:
                    setattr(module, short, self.get(child))
        return module

    def import_modules(self, *wanted: tuple[str, bool]) -> list[ModuleType]:
        """Import for `import a, a.b, a.b as c`: each module, or its top package if flagged."""
        modules = [
            (self.get(name), top and self.get(name.partition(".")[0])) for name, top in wanted
        ]
        return [top or module for module, top in modules]

    def names_from(self, name: str, *wanted: str) -> list[Any]:
        """Import for `from name import a, b`: the values in the module; raises `ImportError`."""
        module = self.get(name)
        for key in wanted:
            if key not in vars(module):
                raise ImportError(f"cannot import name {key!r} from {name!r}", name=name)
        return [getattr(module, key) for key in wanted]

    def import_for_c_code(self, name: str, *context: Any) -> ModuleType:
        """Import for C code of CPython, which alone calls the `__import__` of a program."""
        return import_module(name) if name in _IMPORTED_BY_C else self.get(name)


@cache
def preload() -> None:
    """Import every module that a program may import, so that a run needs no file for it.

    The classes that these modules export are from then on among the types that programs may hold.
    """
    for name in MODULES:
        make_obtainable(_module_names(name).values())
    make_obtainable(random_replacement.names(0).values())
    for name in _IMPORTED_BY_C:
        import_module(name)
