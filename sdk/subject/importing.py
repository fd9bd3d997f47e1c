"""Import a Python file of an environment's folder in the ways that authors rely on.

Relative imports need the folder to be a package, `from models import ...` needs the folder on
`sys.path`, and `from my_env.models import ...` needs it under the name that it is installed as.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import re
import sys
import tomllib
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

import hallmark_rl
from hallmark_rl.sdk.subject.diagnosis import SubjectError, diagnosis
from hallmark_rl.sdk.subject.name_conflicts import subject_packages_first

SKIPPED = {"tests", "test", "node_modules", "venv", ".venv", "build", "dist", "outputs"}
"""Folders that are not searched for environments."""
_OUR_ENVS = Path(hallmark_rl.__path__[0], "envs").resolve()
_SUBJECT_ROOT = "__hallmark_subject__"
"""The name under which a subject's module stores the folder of the subject."""


@dataclass(frozen=True)
class Attempt:
    """One way to import a file.

    Attributes:
        path: folders to put at the start of `sys.path`.
        module: the name to import.
        package: the name and folder of a package to create first; None for no package.
    """

    path: tuple[Path, ...]
    module: str
    package: tuple[str, Path] | None = None


def attempts(root: Path, path: Path, manifest: Mapping[str, Any]) -> Iterator[Attempt]:
    """The ways to import the file `path` of the folder `root`, likeliest first.

    As part of the packages that contain it, as a package under its installed name, and as a
    top-level module.
    """
    inner = path.relative_to(root).with_suffix("").parts
    if root.parent == _OUR_ENVS:
        yield Attempt((), ".".join(["hallmark_rl.envs", root.name, *inner]))
    top = root
    while (top / "__init__.py").is_file() and top.parent != top:
        top = top.parent
    if top != root:
        dotted = [*root.relative_to(top).parts, *inner]
        if all(part.isidentifier() for part in dotted):
            yield Attempt((top, root), ".".join(dotted))
    names = [str(manifest.get("name", "")), root.name]
    for name in dict.fromkeys(re.sub(r"\W", "_", name) for name in names if name):
        if not (root / f"{name}.py").is_file() and not any((root / name).glob("*.py")):
            yield Attempt((root, root.parent), f"{name}.{'.'.join(inner)}", (name, root))
    yield Attempt((root,), ".".join(inner))
    yield Attempt((path.parent, root), path.stem)


def import_with_help(
    attempt: Attempt, path: Path, root: Path, folder: Path
) -> tuple[ModuleType | None, str]:
    """Import a file; help with modules that are missing but exist in the folder.

    For each missing module that is a file of the folder, or that the folder would be installed as,
    the attempt is extended and repeated.

    Returns:
        The module of the file `path` and "", or None and the diagnosis.
    """
    helped: set[str] = set()
    while True:
        module, error = _try_import(attempt, path, root)
        if module is not None or error is None:
            return module, ""
        missing = (
            error.name.partition(".")[0]
            if isinstance(error, ModuleNotFoundError) and error.name
            else ""
        )
        if not missing or missing in helped or len(helped) > 3:
            return None, diagnosis(_location(error, path, root), error)
        helped.add(missing)
        parent = _folder_with_module(missing, root) or _folder_with_module(missing, folder)
        if parent is not None:
            attempt = Attempt((*attempt.path, parent), attempt.module, attempt.package)
        elif attempt.package is None and _installs_as(root, missing):
            attempt = Attempt(attempt.path, attempt.module, (missing, root))


def load_file(path: Path, name: str) -> ModuleType:
    """Execute a Python file as the module `name`.

    Raises:
        SubjectError: the file does not import; the message is the diagnosis.
    """
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise SubjectError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        sys.modules.pop(name, None)
        raise SubjectError(diagnosis(str(path), error)) from error
    return module


@contextlib.contextmanager
def undone_unless_kept(root: Path) -> Iterator[list[ModuleType]]:
    """Undo an attempt: `sys.path`, and the modules of the folder `root` that it imported.

    Nothing is undone if the block puts a module on the list that it receives.
    """
    path_before, modules_before = list(sys.path), set(sys.modules)
    kept: list[ModuleType] = []
    try:
        yield kept
    finally:
        if not kept:
            sys.path[:] = path_before
            for name in set(sys.modules) - modules_before:
                if _is_below(sys.modules.get(name), root):
                    sys.modules.pop(name, None)


def _location(error: BaseException, path: Path, root: Path) -> str:
    """The line in the folder at which an import failed, or else the file that was imported."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}, line {error.lineno},"
    inside = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.startswith(f"{root}/")
    ]
    return f"{inside[-1].filename}, line {inside[-1].lineno}," if inside else str(path)


def _folder_with_module(module: str, root: Path) -> Path | None:
    """The folder at or below `root` that must be on the path for `import module` to work."""
    for pattern in (f"**/{module}.py", f"**/{module}/__init__.py", f"**/{module}"):
        for path in sorted(root.glob(pattern), key=lambda path: len(path.parts)):
            if not SKIPPED & set(path.relative_to(root).parts):
                return path.parent.parent if path.name == "__init__.py" else path.parent
    return None


def _installs_as(root: Path, module: str) -> bool:
    """Whether the folder's `pyproject.toml` installs a package of this name."""
    try:
        data = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    setuptools = data.get("tool", {}).get("setuptools", {})
    packages = setuptools.get("packages", [])
    names = [data.get("project", {}).get("name", ""), *setuptools.get("package-dir", {})]
    names += packages if isinstance(packages, list) else []
    return module in {re.sub(r"\W", "_", str(name)) for name in names}


def _try_import(
    attempt: Attempt, path: Path, root: Path
) -> tuple[ModuleType | None, Exception | SystemExit | None]:
    """The module, or the exception of its import.

    After a failure `sys.path` and `sys.modules` are as before; after a success the folders of the
    attempt stay on `sys.path`, for imports that the subject makes later.
    """
    _unload_conflicts(attempt, path, root)
    first = [str(place) for place in attempt.path]
    with undone_unless_kept(root) as kept:
        sys.path[:] = [*first, *(place for place in sys.path if place not in first)]
        try:
            with subject_packages_first(root, attempt.path):
                if attempt.package is not None:
                    _make_package(*attempt.package)
                _alias_openenv_core()
                module = importlib.import_module(attempt.module)
            vars(module)[_SUBJECT_ROOT] = root
            kept.append(module)
            return module, None
        except (Exception, SystemExit) as error:
            return None, error


def _unload_conflicts(attempt: Attempt, path: Path, root: Path) -> None:
    """Remove the module of the file `path`, so that it runs again, and those of other subjects.

    Modules of subjects that were loaded before are removed if this subject has one of that name.
    """
    file = getattr(sys.modules.get(attempt.module), "__file__", None)
    if file is not None and os.path.realpath(file) == os.path.realpath(path):
        del sys.modules[attempt.module]
    modules = list(sys.modules.copy().items())
    roots = (getattr(module, "__dict__", {}).get(_SUBJECT_ROOT) for _, module in modules)
    other_roots = {*roots} - {None, root}
    places = [place for place in attempt.path if place.is_relative_to(root)]
    names = {child.stem for place in places for child in place.iterdir()}
    names |= {attempt.package[0]} if attempt.package is not None else set()
    conflicts = [
        name
        for name, module in modules
        if (name.partition(".")[0] in names or f"{attempt.module}.".startswith(f"{name}."))
        and any(_is_below(module, r) for r in other_roots)
    ]
    conflicts += [
        name
        for name, _ in modules
        if any(name.startswith(f"{conflict}.") for conflict in conflicts)
    ]
    for name in conflicts:  # after the loop: the path of a namespace package needs its parent
        sys.modules.pop(name, None)


def _is_below(module: ModuleType | None, folder: Path | None) -> bool:
    """Whether the file or a folder of the module is below `folder`."""
    attributes = getattr(module, "__dict__", {})
    places = [attributes.get("__file__") or ""]
    with contextlib.suppress(KeyError):  # a namespace package whose parent is not in sys.modules
        places += list(attributes.get("__path__") or [])
    return any(f"{os.path.realpath(place)}/".startswith(f"{folder}/") for place in places)


def _make_package(name: str, root: Path) -> None:
    """Create a package `name` from the folder `root`, which may have another name."""
    if name in sys.modules:
        return
    init = root / "__init__.py"
    spec = importlib.util.spec_from_file_location(
        name, init if init.is_file() else None, submodule_search_locations=[str(root)]
    ) or importlib.util.spec_from_loader(name, None, is_package=True)
    if spec is None:
        return
    if not init.is_file():
        spec = importlib.util.spec_from_loader(name, None, is_package=True)
        assert spec is not None
        spec.submodule_search_locations = [str(root)]
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    if spec.loader is not None:
        spec.loader.exec_module(module)


def _alias_openenv_core() -> None:
    """Make `openenv.core` importable as `openenv_core`, its name before release 0.3."""
    if "openenv_core" in sys.modules or importlib.util.find_spec("openenv_core") is not None:
        return
    with contextlib.suppress(ImportError):
        core = importlib.import_module("openenv.core")
        sys.modules["openenv_core"] = core
        for name in ("env_server", "env_client", "client_types"):
            with contextlib.suppress(ImportError):
                inner = importlib.import_module(f"openenv.core.{name}")
                sys.modules[f"openenv_core.{name}"] = inner
