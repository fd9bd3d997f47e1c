"""Find the environment in a folder, however its author laid it out.

The files that may make the app or define the environment are imported in turn, each in every way
that `hallmark_rl.sdk.subject.importing` knows; the first that gives an environment is used.
"""

from __future__ import annotations

import ast
import contextlib
import importlib
import importlib.util
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from hallmark_rl.sdk.subject.importing import SKIPPED, attempts, imported_with_help
from hallmark_rl.sdk.subject.model import (
    Subject,
    SubjectError,
    describe,
    diagnosis,
    load_file,
    read_manifest,
)


def from_folder(folder: Path, args: dict[str, Any]) -> Subject:
    """The environment in `folder`."""
    root = _root(folder)
    manifest = read_manifest(root)
    failures: list[tuple[int, str]] = []
    for path, depth in _candidates(root, manifest):
        here: list[tuple[int, str]] = []
        imported = False
        for attempt in attempts(root, path, manifest):
            with _recorded_servers() as servers:
                module, problem = imported_with_help(attempt, path, root, folder)
            if module is None:
                here.append((depth, problem))
                continue
            imported = True
            notes = tuple(text for _, text in [*failures, *here])
            subject = _subject(root, manifest, module, servers, args, notes)
            if subject is not None:
                return subject
        if not imported:
            failures += here
    if not failures:
        raise SubjectError(f"{folder} holds no OpenEnv environment: {_why_none(root)}")
    raise SubjectError(min(failures, key=lambda failure: failure[0])[1])


def module_of(path: Path) -> ModuleType:
    """The module of a file, imported as the layout of its folder wants it."""
    marks = ("openenv.yaml", "pyproject.toml", ".git")
    holds = (place for place in path.parents if any((place / mark).exists() for mark in marks))
    root = next(holds, path.parent)
    problems = []
    for attempt in attempts(root, path, read_manifest(root)):
        module, problem = imported_with_help(attempt, path, root, root)
        if module is not None:
            return module
        problems.append(problem)
    raise SubjectError(problems[0])


def _why_none(root: Path) -> str:
    """What a folder without an environment has instead."""
    files = list(_python_files(root))
    if not files:
        return "there is no Python file in it"
    alike = [found for path in files for found in _alike(path)]
    if not alike:
        return (
            "no app is made with openenv's create_app, and no class is derived from openenv's "
            "Environment"
        )
    path, name = min(alike, key=lambda found: "client" in f"{found[0].name}{found[1]}".lower())
    return (
        f"{path.relative_to(root)} has a class {name} with reset() and step(), but it is not "
        "derived from openenv's Environment and no app is made for it with openenv's create_app, "
        f"so no OpenEnv client can play it. To try the class by itself: --env {path}:{name}"
    )


def _alike(path: Path) -> Iterator[tuple[Path, str]]:
    """Classes in a file that have the methods of an environment."""
    with contextlib.suppress(SyntaxError, ValueError, OSError):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.ClassDef):
                methods = {getattr(item, "name", "") for item in node.body}
                if {"reset", "step"} <= methods:
                    yield path, node.name


def _python_files(root: Path) -> Iterator[Path]:
    for path in sorted(root.glob("**/*.py"), key=lambda p: (len(p.parts), str(p))):
        if not SKIPPED & set(path.relative_to(root).parts):
            yield path


def _root(folder: Path) -> Path:
    """The folder itself, or the only one below it that has an `openenv.yaml`."""
    if (folder / "openenv.yaml").is_file() or (folder / "server").is_dir():
        return folder
    below = sorted(
        path.parent
        for path in folder.glob("**/openenv.yaml")
        if not SKIPPED & set(path.relative_to(folder).parts)
    )
    if len(below) > 1:
        names = ", ".join(str(path.relative_to(folder)) for path in below[:6])
        raise SubjectError(f"{folder} holds several environments: name one of {names}")
    return below[0] if below else folder


def _candidates(root: Path, manifest: dict[str, Any]) -> Iterator[tuple[Path, int]]:
    """Files that may make the app or define the environment, the likeliest first."""
    seen: set[Path] = set()
    app = str(manifest.get("app", "")).partition(":")[0].strip()
    places = [root, root / "src", *sorted(p for p in (root / "src").glob("*") if p.is_dir())]
    named = [place / f"{app.replace('.', '/')}.py" for place in places] if app else []
    usual = [
        place / name
        for place in places
        for name in ("server/app.py", "app.py", "server/main.py", "main.py", "server/server.py")
    ]
    for path in [*named, *usual]:
        if path.is_file() and path not in seen and (path in named or _mentions(path, "openenv")):
            seen.add(path)
            yield path, len(seen)
    for path in _python_files(root):
        if path not in seen and _mentions(path, r"class\s+\w+\([^)]*Environment\b"):
            seen.add(path)
            yield path, len(seen)


@contextlib.contextmanager
def _recorded_servers() -> Iterator[list[Any]]:
    """Collect every `HTTPEnvServer` that is made meanwhile: it knows the factory and models."""
    try:
        from openenv.core.env_server.http_server import HTTPEnvServer
    except ImportError as error:
        raise SubjectError(
            'OpenEnv is not installed: pip install "hallmark-rl[openenv]"'
        ) from error
    made: list[Any] = []
    original = HTTPEnvServer.__init__

    def recording(self: Any, *args: Any, **kwargs: Any) -> None:
        original(self, *args, **kwargs)
        made.append(self)

    HTTPEnvServer.__init__ = recording
    try:
        yield made
    finally:
        HTTPEnvServer.__init__ = original


def _subject(
    root: Path,
    manifest: dict[str, Any],
    module: ModuleType,
    servers: list[Any],
    args: dict[str, Any],
    notes: tuple[str, ...],
) -> Subject | None:
    known: dict[str, Any] = {
        "name": str(manifest.get("name") or root.name),
        "root": root,
        "notes": notes,
        "manifest": manifest,
        "app": getattr(module, "app", None),
        "proof": _own_module(root, "proof", module),
        "text": _own_module(root, "text", module),
        "client_type": _client(root, module),
    }
    env_class = _environment_class(module, root)
    if servers:
        server = servers[-1]
        make = server._env_factory
        known |= {
            "server": server,
            "make": make,
            "action_type": server.action_cls,
            "observation_type": server.observation_cls,
        }
        env_class = make if isinstance(make, type) else env_class
        if env_class is None or not isinstance(make, type):
            try:
                probe = make(**args)
            except Exception as error:
                raise SubjectError(diagnosis(f"{root.name}'s factory", error)) from error
            env_class = type(probe)
    if env_class is None:
        return None
    return describe(env_class, spec=str(root), env_args=args, **known)


def _environment_class(module: ModuleType, root: Path) -> type[Any] | None:
    from openenv.core.env_server.interfaces import Environment

    found = [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Environment)
        and not getattr(value, "__abstractmethods__", None)
        and not value.__module__.startswith(("openenv.", "hallmark_rl.sdk."))
    ]
    own = [kind for kind in found if kind.__module__ == module.__name__]
    chosen = own or found
    return chosen[-1] if chosen else None


def _own_module(root: Path, name: str, near: ModuleType) -> ModuleType | None:
    """`root/name.py`, imported in the package of `near` so that its relative imports work."""
    path = root / f"{name}.py"
    if not path.is_file():
        return None
    package = _package_of(root, near)
    if package is None:
        return load_file(path, f"hallmark_{root.name}_{name}")
    _one_copy_each(root, package)
    try:
        return importlib.import_module(f"{package}.{name}")
    except (Exception, SystemExit) as error:
        raise SubjectError(diagnosis(str(path), error)) from error


def _one_copy_each(root: Path, package: str) -> None:
    """Let `from models import X` and `from .models import X` find the one module that is loaded.

    A second copy of it would have classes and enumerations of its own.
    """
    for module in list(sys.modules.values()):
        file = Path(getattr(module, "__file__", None) or "").resolve()
        if file.is_relative_to(root):
            parts = file.relative_to(root).with_suffix("").parts
            flat = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            if flat and getattr(module, "__name__", "") in (flat, f"{package}.{flat}"):
                sys.modules.setdefault(flat, module)
                sys.modules.setdefault(f"{package}.{flat}", module)


def _client(root: Path, near: ModuleType) -> type[Any] | None:
    """The typed client in `client.py`, if it imports."""
    from openenv.core.env_client import EnvClient

    if not (root / "client.py").is_file():
        return None
    package = _package_of(root, near)
    with contextlib.suppress(Exception):
        module = importlib.import_module(f"{package}.client" if package else "client")
        for value in vars(module).values():
            own = getattr(value, "__module__", None) == module.__name__
            if own and isinstance(value, type) and issubclass(value, EnvClient):
                return value
    return None


def _package_of(root: Path, near: ModuleType) -> str | None:
    parts = near.__name__.split(".")
    for length in range(len(parts) - 1, 0, -1):
        name = ".".join(parts[:length])
        places = list(getattr(sys.modules.get(name), "__path__", []))
        if any(Path(place).resolve() == root for place in places):
            return name
    return None


def _mentions(path: Path, pattern: str) -> bool:
    try:
        return re.search(pattern, path.read_text(encoding="utf-8", errors="replace")) is not None
    except OSError:
        return False
