"""Find the environment in a folder with any of the layouts that authors use.

Files that may create the app or define the environment are imported in turn, each in every way that
`hallmark_rl.sdk.subject.importing` knows. The first that yields an environment is used.
"""

from __future__ import annotations

import contextlib
import dataclasses
import importlib
import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

from hallmark_rl.sdk.subject.description import Subject, describe_class, read_manifest
from hallmark_rl.sdk.subject.diagnosis import SubjectError, diagnosis
from hallmark_rl.sdk.subject.folder_search import (
    candidates,
    declared_files,
    environment_root,
    undeclared,
    why_none,
)
from hallmark_rl.sdk.subject.importing import (
    attempts,
    import_with_help,
    load_file,
    undone_unless_kept,
)


def load_folder(folder: Path, env_args: dict[str, Any], *, construct: bool = True) -> Subject:
    """Load the environment in a folder.

    Args:
        folder: an absolute path.
        env_args: arguments for the environment's constructor.
        construct: whether an instance may be made to find out the class of a factory's product.
            If not, the subject describes the environment, but may have no class.

    Raises:
        SubjectError: there is none, or several, or none can be imported.
    """
    root = environment_root(folder)
    manifest = read_manifest(root)
    failures: list[str] = []
    named = declared_files(root, manifest)
    for path in candidates(root, manifest):
        problems: list[str] = []
        imported = False
        for attempt in attempts(root, path, manifest):
            with undone_unless_kept(root) as kept:
                with _recorded_servers() as servers:
                    module, problem = import_with_help(attempt, path, root, folder)
                if module is None:
                    problems.append(problem)
                    continue
                imported = True
                notes = (*failures, *problems)
                subject = _subject(root, manifest, module, servers, env_args, notes, construct)
                if subject is not None:
                    kept.append(module)
            if subject is not None:
                if named and path not in named:
                    reason = undeclared(root, manifest, path, failures, named)
                    return dataclasses.replace(subject, undeclared=reason)
                return subject
        if not imported:
            failures += problems
    if not failures:
        raise SubjectError(f"{folder} holds no OpenEnv environment: {why_none(root)}")
    raise SubjectError(failures[0])


def import_file(path: Path) -> ModuleType:
    """The module of a file, imported as the layout of its folder requires.

    Raises:
        SubjectError: no way to import it works.
    """
    markers = ("openenv.yaml", "pyproject.toml", ".git")
    projects = (place for place in path.parents if any((place / name).exists() for name in markers))
    root = next(projects, path.parent)
    problems = []
    for attempt in attempts(root, path, read_manifest(root)):
        module, problem = import_with_help(attempt, path, root, root)
        if module is not None:
            return module
        problems.append(problem)
    raise SubjectError(problems[0])


@contextlib.contextmanager
def _recorded_servers() -> Iterator[list[Any]]:
    """Collect every `HTTPEnvServer` that is created in this context.

    It holds the factory and the models that were passed to `create_app`.
    """
    try:
        from openenv.core.env_server.http_server import HTTPEnvServer
    except ImportError as error:
        raise SubjectError(
            'OpenEnv is not installed: pip install "hallmark-rl[openenv]"'
        ) from error
    servers: list[Any] = []
    original = HTTPEnvServer.__init__

    def recording(self: Any, *args: Any, **kwargs: Any) -> None:
        original(self, *args, **kwargs)
        servers.append(self)

    HTTPEnvServer.__init__ = recording
    try:
        yield servers
    finally:
        HTTPEnvServer.__init__ = original


def _subject(
    root: Path,
    manifest: dict[str, Any],
    module: ModuleType,
    servers: list[Any],
    env_args: dict[str, Any],
    notes: tuple[str, ...],
    construct: bool,
) -> Subject | None:
    """The subject for an imported module; None if the module has no environment."""
    fields: dict[str, Any] = {
        "name": str(manifest.get("name") or root.name),
        "root": root,
        "notes": notes,
        "manifest": manifest,
        "app": getattr(module, "app", None),
        "proof": _companion(root, "proof", module),
        "text": _companion(root, "text", module),
        "client_type": _client(root, module),
    }
    env_class = _environment_class(module, root)
    if servers:
        server = servers[-1]
        make = server._env_factory
        fields |= {
            "server": server,
            "make": make,
            "action_type": server.action_cls,
            "observation_type": server.observation_cls,
        }
        env_class = make if isinstance(make, type) else env_class
        if not construct:
            known = {key: value for key, value in fields.items() if value is not None}
            return Subject(spec=str(root), env_class=env_class, env_args=env_args, **known)
        if env_class is None or not isinstance(make, type):
            try:
                probe = make(**env_args)
            except Exception as error:
                raise SubjectError(diagnosis(f"{root.name}'s factory", error)) from error
            env_class = type(probe)
    if env_class is None:
        return None
    return describe_class(env_class, spec=str(root), env_args=env_args, **fields)


def _environment_class(module: ModuleType, root: Path) -> type[Any] | None:
    """The environment class of a module: one that it defines itself, or else imports."""
    from openenv.core.env_server.interfaces import Environment

    classes = [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and issubclass(value, Environment)
        and not getattr(value, "__abstractmethods__", None)
        and not value.__module__.startswith(("openenv.", "hallmark_rl.sdk."))
    ]
    defined = [value for value in classes if value.__module__ == module.__name__]
    chosen = defined or classes
    return chosen[-1] if chosen else None


def _companion(root: Path, name: str, near: ModuleType) -> ModuleType | None:
    """The file `name.py` in `root`, imported in the package of `near` for its relative imports."""
    path = root / f"{name}.py"
    if not path.is_file():
        return None
    package = _package_of(root, near)
    if package is None:
        return load_file(path, f"hallmark_{root.name}_{name}")
    _alias_loaded_modules(root, package)
    try:
        return importlib.import_module(f"{package}.{name}")
    except (Exception, SystemExit) as error:
        raise SubjectError(diagnosis(str(path), error)) from error


def _alias_loaded_modules(root: Path, package: str) -> None:
    """Make `from models import X` and `from .models import X` use the module that is loaded.

    Otherwise the proof would import a second copy, with classes that differ from the first.
    """
    for module in list(sys.modules.values()):
        name = getattr(module, "__file__", None)
        file = Path(name).resolve() if name else None
        if file is not None and file.is_relative_to(root) and file != root:
            parts = file.relative_to(root).with_suffix("").parts
            flat = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            if flat and getattr(module, "__name__", "") in (flat, f"{package}.{flat}"):
                sys.modules.setdefault(flat, module)
                sys.modules.setdefault(f"{package}.{flat}", module)


def _client(root: Path, near: ModuleType) -> type[Any] | None:
    """The typed client in `client.py`; None if there is none or it does not import."""
    from openenv.core.env_client import EnvClient

    if not (root / "client.py").is_file():
        return None
    package = _package_of(root, near)
    with contextlib.suppress(Exception):
        module = importlib.import_module(f"{package}.client" if package else "client")
        for value in vars(module).values():
            defined = getattr(value, "__module__", None) == module.__name__
            if defined and isinstance(value, type) and issubclass(value, EnvClient):
                return value
    return None


def _package_of(root: Path, near: ModuleType) -> str | None:
    """The name of the package whose folder is `root`, among those that contain `near`."""
    parts = near.__name__.split(".")
    for length in range(len(parts) - 1, 0, -1):
        name = ".".join(parts[:length])
        places = list(getattr(sys.modules.get(name), "__path__", []))
        if any(Path(place).resolve() == root for place in places):
            return name
    return None
