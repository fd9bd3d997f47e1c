"""The folder of an environment that was named by its class: its `text.py` and `proof.py`."""

from __future__ import annotations

import importlib
import inspect
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from hallmark_rl.sdk.subject.description import Subject

_LEVELS_UP = 3
_MARKERS = ("openenv.yaml", "hallmark.json")


def with_class_folder(subject: Subject) -> Subject | None:
    """The subject with text.py and proof.py of its class's folder, up to three levels up.

    They are imported as modules of the same package, so that both see the same classes. None if the
    class is not known or lies in no folder with an `openenv.yaml` or a hallmark.
    """
    if subject.env_class is None:
        return None
    file, parts = inspect.getsourcefile(subject.env_class), subject.env_class.__module__.split(".")
    for up, folder in enumerate(list(Path(file).resolve().parents)[:_LEVELS_UP] if file else [], 1):
        if not any((folder / marker).is_file() for marker in _MARKERS):
            continue
        package = ".".join(parts[:-up])
        return replace(
            subject,
            root=folder,
            text=_import_if_present(folder, package, "text"),
            proof=_import_if_present(folder, package, "proof"),
        )
    return None


def text_in_own_module(subject: Subject) -> Any:
    """The module of the class itself, if it has `render` and `parse`; else None."""
    module = inspect.getmodule(subject.env_class) if subject.env_class else None
    return module if all(hasattr(module, name) for name in ("render", "parse")) else None


def _import_if_present(folder: Path, package: str, name: str) -> ModuleType | None:
    exists = bool(package) and (folder / f"{name}.py").is_file()
    return importlib.import_module(f"{package}.{name}") if exists else None
