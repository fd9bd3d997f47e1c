"""Find out which modules start threads while they are imported."""

from __future__ import annotations

import contextlib
import importlib._bootstrap
import os
from collections.abc import Iterator
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

_import_system: Any = importlib._bootstrap


def running_threads() -> int:
    """How many threads this process has, those of C libraries included."""
    return len(os.listdir("/proc/self/task"))


@contextlib.contextmanager
def thread_starts() -> Iterator[list[str]]:
    """Within it, every import adds the names of modules that start threads to the list.

    A thread counts for the innermost module that was being loaded when it started.
    """
    load = _import_system._load_unlocked
    modules: list[str] = []
    loading: list[str] = []
    counted = running_threads()

    def count() -> None:
        nonlocal counted
        before, counted = counted, running_threads()
        if counted > before and loading:
            modules.append(loading[-1])

    def load_and_count(spec: ModuleSpec) -> ModuleType:
        count()
        loading.append(spec.name)
        try:
            module: ModuleType = load(spec)
            return module
        finally:
            count()
            loading.pop()

    _import_system._load_unlocked = load_and_count
    try:
        yield modules
    finally:
        _import_system._load_unlocked = load
