"""Packages that a zygote loads for its programs, before it isolates itself.

Their code runs here with the rights of the caller, so the caller names only packages it trusts.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules

_NOT_LOADED = frozenset({"__main__", "conftest", "setup", "test", "tests", "testing"})
_SUBMODULES = {"numpy": ("fft", "linalg", "ma", "polynomial", "random")}
"""Submodules that a package loads when they are first used, which would be too late in a run."""


class PackageError(Exception):
    """A package cannot be loaded; the text names it and says why."""


def load(names: Sequence[str], folders: Sequence[str], policy: str, seed: int) -> int:
    """Import the packages `names`, of which some are in `folders`.

    A name that ends with ".*" stands for a package and all its submodules that can be imported,
    without its tests. Under the policy `restricted`, programs are given the guarded form of each.
    `seed` seeds the random numbers of numpy. Returns by how many bytes the address space of this
    process has grown. Raises `PackageError` for a package that cannot be imported, or that starts
    threads: a fork would not have them.
    """
    before = _address_space()
    sys.path += [folder for folder in folders if folder not in sys.path]
    for name in names:
        package = name.removesuffix(".*")
        wanted = [package, *(f"{package}.{child}" for child in _SUBMODULES.get(package, ()))]
        try:
            for module in wanted:
                import_module(module)
            if package != name:
                _load_submodules(package)
        except BaseException as error:
            text = f"{type(error).__name__}: {error}"
            raise PackageError(f"The package {name!r} cannot be imported: {text}") from None
        threads = len(os.listdir("/proc/self/task"))
        if threads > 1:
            raise PackageError(
                f"The package {name!r} starts threads ({threads - 1}), which no run would have."
            )
    if policy == "restricted" and any(name.partition(".")[0] == "numpy" for name in names):
        from hallmark_rl.sandbox.policy import numpy_rules

        numpy_rules.install(seed)
    elif "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed(seed)
    return max(0, _address_space() - before)


def _load_submodules(package: str) -> None:
    """Import all submodules of a package but its tests; leaves out what cannot be imported."""
    rest = [package]
    while rest:
        parent = rest.pop()
        for _, name, is_package in iter_modules(getattr(sys.modules[parent], "__path__", ())):
            if name in _NOT_LOADED:
                continue
            with contextlib.suppress(Exception):
                import_module(f"{parent}.{name}")
                if is_package:
                    rest.append(f"{parent}.{name}")


def _address_space() -> int:
    with open("/proc/self/statm") as sizes:
        return int(sizes.read().split()[0]) * os.sysconf("SC_PAGESIZE")
