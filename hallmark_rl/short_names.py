"""In a checkout, make `sandbox` and `hallmark_rl.sandbox` the same module, and so for each folder.

The folders `sandbox/`, `sdk/`, `envs/`, `conformance/` and `train/` lie at the top of the
repository. Python that is started there finds `sandbox/run.py` under the name `sandbox.run` as
well, and would load a second copy of what `hallmark_rl.sandbox` holds: two classes `Sandbox`, where
an instance of one is not an instance of the other. A finder on `sys.meta_path` gives the existing
module instead. An installed package has no such folders beside it and never loads this file.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from importlib.machinery import ModuleSpec, PathFinder
from types import CodeType, ModuleType

from hallmark_rl.checkout import ROOT, SHORT_NAMES

_PREFIX = "hallmark_rl."


def install() -> None:
    """Register the finder; modules that were loaded by a short name get their long name too."""
    for name, module in sys.modules.copy().items():
        if _is_short(name) and _is_ours(getattr(module, "__spec__", None)):
            sys.modules.setdefault(_PREFIX + name, module)
            # The parent has its long name already, unless it is a folder without an `__init__`.
            setattr(import_module(_parent(_PREFIX + name)), name.rpartition(".")[2], module)
    sys.meta_path.insert(0, _Finder)


def _is_short(name: str) -> bool:
    return name.partition(".")[0] in SHORT_NAMES


def _is_ours(spec: ModuleSpec | None) -> bool:
    """Whether a module lies in one of the checkout's folders."""
    if spec is None or not spec.origin:
        return False
    folder, _, _ = os.path.relpath(os.path.realpath(spec.origin), ROOT).partition(os.sep)
    return folder in SHORT_NAMES


class _Finder:
    """Finds the checkout's modules by short names; leaves every other name to the next finder."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not _is_short(name):
            return None
        file_spec = PathFinder.find_spec(name, path, target)
        if file_spec is None or not _is_ours(file_spec):
            return None
        folders = file_spec.submodule_search_locations
        spec = ModuleSpec(
            name,
            _Loader(),  # type: ignore[arg-type]
            origin=file_spec.origin,
            is_package=folders is not None,
        )
        if folders is not None:
            spec.submodule_search_locations = folders
        return spec


class _Loader:
    """Returns the module with the long name; for `python -m`, its code."""

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        module = import_module(_PREFIX + spec.name)
        self._spec = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        module.__spec__ = self._spec  # the import system has just replaced it

    def get_code(self, name: str) -> CodeType | None:
        spec = PathFinder.find_spec(_PREFIX + name, import_module(_parent(_PREFIX + name)).__path__)
        loader = spec.loader if spec else None
        return loader.get_code(_PREFIX + name) if loader else None  # type: ignore[attr-defined]


def _parent(name: str) -> str:
    return name.rpartition(".")[0]
