"""Import a file of somebody's folder in the ways in which authors rely on being imported.

Relative imports want the folder to be a package, `from models import ...` wants it on the path, and
`from my_env.models import ...` wants it under the name that it would be installed as.
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
from hallmark_rl.sdk.subject.model import diagnosis

SKIPPED = {"tests", "test", "node_modules", "venv", ".venv", "build", "dist", "outputs"}
"""Folders in which no environment is looked for."""
_SHIPPED = Path(hallmark_rl.__path__[0], "envs").resolve()
_SUBJECT = "__hallmark_subject__"
"""Name in the module of a subject that holds its folder."""


@dataclass(frozen=True)
class Attempt:
    """One way to import a file: these folders on the path, this module name, maybe a package."""

    path: tuple[Path, ...]
    module: str
    package: tuple[str, Path] | None = None


def attempts(root: Path, path: Path, manifest: Mapping[str, Any]) -> Iterator[Attempt]:
    """As a package where it stands, as a package under its installed name, and flat."""
    inner = path.relative_to(root).with_suffix("").parts
    if root.parent == _SHIPPED:
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


def imported_with_help(
    attempt: Attempt, path: Path, root: Path, folder: Path
) -> tuple[ModuleType | None, str]:
    """Import, and again for each missing module that lies, or would be installed, in the folder.

    Returns the module of the file `path`, or None and the diagnosis.
    """
    helped: set[str] = set()
    while True:
        module, error = _imported(attempt, path, root)
        if module is not None or error is None:
            return module, ""
        missing = (
            error.name.partition(".")[0]
            if isinstance(error, ModuleNotFoundError) and error.name
            else ""
        )
        if not missing or missing in helped or len(helped) > 3:
            return None, diagnosis(_place(error, path, root), error)
        helped.add(missing)
        home = _home_of(missing, root) or _home_of(missing, folder)
        if home is not None:
            attempt = Attempt((*attempt.path, home), attempt.module, attempt.package)
        elif attempt.package is None and _installs_as(root, missing):
            attempt = Attempt(attempt.path, attempt.module, (missing, root))


def _place(error: BaseException, path: Path, root: Path) -> str:
    """The line of the folder at which an import failed, or the file that was imported."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}, line {error.lineno},"
    inside = [
        frame
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename.startswith(f"{root}/")
    ]
    return f"{inside[-1].filename}, line {inside[-1].lineno}," if inside else str(path)


def _home_of(module: str, root: Path) -> Path | None:
    """The folder below `root` that must be on the path for `import module` to work."""
    for pattern in (f"**/{module}.py", f"**/{module}/__init__.py", f"**/{module}"):
        for path in sorted(root.glob(pattern), key=lambda found: len(found.parts)):
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


def _imported(
    attempt: Attempt, path: Path, root: Path
) -> tuple[ModuleType | None, Exception | SystemExit | None]:
    """The module of an attempt, or why it does not import; a failure leaves no trace."""
    _forget(attempt, path, root)
    before, modules = list(sys.path), set(sys.modules)
    first = [str(place) for place in attempt.path]
    sys.path[:] = [*first, *(place for place in before if place not in first)]
    try:
        if attempt.package is not None:
            _make_package(*attempt.package)
        _alias_former_name()
        module = importlib.import_module(attempt.module)
        vars(module)[_SUBJECT] = root
        return module, None
    except (Exception, SystemExit) as error:
        sys.path[:] = before
        for name in set(sys.modules) - modules:
            own = _lies_below(sys.modules.get(name), root)
            if own or name == (attempt.package or ("",))[0]:
                sys.modules.pop(name, None)
        return None, error


def _forget(attempt: Attempt, path: Path, root: Path) -> None:
    """Have the file `path` run again, and no module of a former subject stand for one of this."""
    known = sys.modules.get(attempt.module)
    if known is not None and getattr(known, "__file__", None) == str(path):
        del sys.modules[attempt.module]
    modules = list(sys.modules.items())
    marks = (getattr(module, "__dict__", {}).get(_SUBJECT) for _, module in modules)
    former = {*marks} - {None, root}
    places = [place for place in attempt.path if place.is_relative_to(root)]
    names = {child.stem for place in places for child in place.iterdir()}
    names |= {attempt.package[0]} if attempt.package is not None else set()
    for name, module in modules:
        if name.partition(".")[0] in names and any(_lies_below(module, one) for one in former):
            sys.modules.pop(name, None)


def _lies_below(module: ModuleType | None, folder: Path | None) -> bool:
    known = getattr(module, "__dict__", {})
    places = [known.get("__file__") or ""]
    with contextlib.suppress(KeyError):  # a namespace whose parent is forgotten already
        places += list(known.get("__path__") or [])
    return any(f"{os.path.realpath(place)}/".startswith(f"{folder}/") for place in places)


def _make_package(name: str, root: Path) -> None:
    """`name` as a package whose folder is `root`, whatever the folder is called."""
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


def _alias_former_name() -> None:
    """Let `openenv_core...`, the package's name before 0.3, find `openenv.core...`."""
    if "openenv_core" in sys.modules or importlib.util.find_spec("openenv_core") is not None:
        return
    with contextlib.suppress(ImportError):
        core = importlib.import_module("openenv.core")
        sys.modules["openenv_core"] = core
        for name in ("env_server", "env_client", "client_types"):
            with contextlib.suppress(ImportError):
                inner = importlib.import_module(f"openenv.core.{name}")
                sys.modules[f"openenv_core.{name}"] = inner
