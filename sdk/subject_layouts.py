"""The ways in which authors really lay out an OpenEnv folder, tried in turn.

Relative imports want the folder to be a package, `from models import ...` wants it on the path, and
`from my_env.models import ...` wants it under the name that it would be installed as. The first
attempt in which the server's module (or else the environment's own) imports is used.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from sdk.subject import Subject, SubjectError, describe, diagnosis, load_file, read_manifest

_SKIPPED = {"tests", "test", "node_modules", "venv", ".venv", "build", "dist", "outputs"}


@dataclass(frozen=True)
class _Attempt:
    """One way to import a file: these folders on the path, this module name, maybe a package."""

    path: tuple[Path, ...]
    module: str
    package: tuple[str, Path] | None = None


def from_folder(folder: Path, args: dict[str, Any]) -> Subject:
    """The environment in `folder`."""
    root = _root(folder)
    manifest = read_manifest(root)
    failures: list[tuple[int, str]] = []
    for path, depth in _candidates(root, manifest):
        for attempt in _attempts(root, path, manifest):
            with _recorded_servers() as servers:
                module, problem = _imported_with_help(attempt, root, folder)
            if module is None:
                failures.append((depth, problem))
                continue
            notes = tuple(text for _, text in failures)
            subject = _subject(root, manifest, module, servers, args, notes)
            if subject is not None:
                return subject
    if not failures:
        raise SubjectError(
            f"{folder} holds no OpenEnv environment: there is no openenv.yaml with an app, no "
            "server/app.py and no class derived from openenv's Environment"
        )
    raise SubjectError(min(failures, key=lambda failure: failure[0])[1])


def _root(folder: Path) -> Path:
    """The folder itself, or the only one below it that has an `openenv.yaml`."""
    if (folder / "openenv.yaml").is_file() or (folder / "server").is_dir():
        return folder
    below = sorted(
        path.parent
        for path in folder.glob("**/openenv.yaml")
        if not _SKIPPED & set(path.relative_to(folder).parts)
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
    for path in sorted(root.glob("**/*.py"), key=lambda p: (len(p.parts), str(p))):
        if path in seen or _SKIPPED & set(path.relative_to(root).parts):
            continue
        if _mentions(path, r"class\s+\w+\(.*(Environment|MCPEnvironment)\b"):
            seen.add(path)
            yield path, len(seen)


def _attempts(root: Path, path: Path, manifest: dict[str, Any]) -> Iterator[_Attempt]:
    """As a package where it stands, as a package under its installed name, and flat."""
    top = root
    while (top / "__init__.py").is_file() and top.parent != top:
        top = top.parent
    inner = path.relative_to(root).with_suffix("").parts
    if top != root:
        dotted = [*root.relative_to(top).parts, *inner]
        if all(part.isidentifier() for part in dotted):
            yield _Attempt((top, root), ".".join(dotted))
    names = [str(manifest.get("name", "")), root.name]
    for name in dict.fromkeys(re.sub(r"\W", "_", name) for name in names if name):
        if not (root / f"{name}.py").is_file():
            yield _Attempt((root, root.parent), f"{name}.{'.'.join(inner)}", (name, root))
    yield _Attempt((root,), ".".join(inner))
    yield _Attempt((path.parent, root), path.stem)


def _imported_with_help(
    attempt: _Attempt, root: Path, folder: Path
) -> tuple[ModuleType | None, str]:
    """Import, and again for each missing module that lies, or would be installed, in the folder."""
    helped: set[str] = set()
    while True:
        module, error = _imported(attempt, root)
        missing = (
            error.name.partition(".")[0]
            if isinstance(error, ModuleNotFoundError) and (error.name)
            else ""
        )
        if module is not None or not missing or missing in helped or len(helped) > 3:
            what = str(root / attempt.module.replace(".", "/"))
            return module, "" if error is None else diagnosis(what, error)
        helped.add(missing)
        home = _home_of(missing, root) or _home_of(missing, folder)
        if home is not None:
            attempt = _Attempt((*attempt.path, home), attempt.module, attempt.package)
        elif attempt.package is None and _installs_as(root, missing):
            attempt = _Attempt(attempt.path, attempt.module, (missing, root))


def _home_of(module: str, root: Path) -> Path | None:
    """The folder below `root` that must be on the path for `import module` to work."""
    for pattern in (f"**/{module}.py", f"**/{module}/__init__.py", f"**/{module}"):
        for path in sorted(root.glob(pattern), key=lambda found: len(found.parts)):
            if not _SKIPPED & set(path.relative_to(root).parts):
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
    attempt: _Attempt, root: Path
) -> tuple[ModuleType | None, Exception | SystemExit | None]:
    """The module of an attempt, or why it does not import; a failure leaves no trace."""
    before, modules = list(sys.path), set(sys.modules)
    sys.path[:0] = [str(place) for place in attempt.path if str(place) not in sys.path]
    try:
        if attempt.package is not None:
            _make_package(*attempt.package)
        _alias_former_name()
        return importlib.import_module(attempt.module), None
    except (Exception, SystemExit) as error:
        sys.path[:] = before
        for name in set(sys.modules) - modules:
            origin = getattr(sys.modules.get(name), "__file__", None) or ""
            if origin.startswith(str(root)) or name == (attempt.package or ("",))[0]:
                sys.modules.pop(name, None)
        return None, error


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


@contextlib.contextmanager
def _recorded_servers() -> Iterator[list[Any]]:
    """Collect every `HTTPEnvServer` that is made meanwhile: it knows the factory and models."""
    try:
        from openenv.core.env_server.http_server import HTTPEnvServer
    except ImportError as error:
        raise SubjectError(
            "OpenEnv is not installed: pip install 'hallmark-rl[openenv]'"
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
        and not value.__module__.startswith(("openenv.", "sdk."))
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
    try:
        return importlib.import_module(f"{package}.{name}")
    except (Exception, SystemExit) as error:
        raise SubjectError(diagnosis(str(path), error)) from error


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
        if str(root) in places:
            return name
    return None


def _mentions(path: Path, pattern: str) -> bool:
    try:
        return re.search(pattern, path.read_text(encoding="utf-8", errors="replace")) is not None
    except OSError:
        return False
