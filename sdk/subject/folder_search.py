"""Find the files of a folder that may create an environment's app or define the environment."""

from __future__ import annotations

import ast
import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hallmark_rl.sdk.subject.diagnosis import SubjectError
from hallmark_rl.sdk.subject.importing import SKIPPED


def why_none(root: Path) -> str:
    """What the folder contains instead of an environment, for an error message."""
    files = list(_python_files(root))
    if not files:
        return "there is no Python file in it"
    similar = [item for path in files for item in _environment_like_classes(path)]
    if not similar:
        return (
            "no app is made with openenv's create_app, and no class is derived from openenv's "
            "Environment"
        )
    path, name = min(similar, key=lambda item: "client" in f"{item[0].name}{item[1]}".lower())
    return (
        f"{path.relative_to(root)} has a class {name} with reset() and step(), but it is not "
        "derived from openenv's Environment and no app is made for it with openenv's create_app, "
        f"so no OpenEnv client can play it. To try the class by itself: --env {path}:{name}"
    )


def _environment_like_classes(path: Path) -> Iterator[tuple[Path, str]]:
    """The file and name of every class in it that has the methods of an environment."""
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


def environment_root(folder: Path) -> Path:
    """The folder itself, or the only folder below it that has an `openenv.yaml`."""
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


def _places(root: Path) -> list[Path]:
    """The folders from which an app may be named."""
    return [root, root / "src", *sorted(p for p in (root / "src").glob("*") if p.is_dir())]


def declared_files(root: Path, manifest: dict[str, Any]) -> list[Path]:
    """The files that the app of `openenv.yaml` may be in, as far as they exist."""
    module = str(manifest.get("app", "")).partition(":")[0].strip().replace(".", "/")
    paths = [place / f"{module}.py" for place in _places(root)] if module else []
    return [path for path in paths if path.is_file()]


def undeclared(
    root: Path,
    manifest: dict[str, Any],
    path: Path,
    failures: list[str],
    declared: list[Path],
) -> str:
    """Why not the app of `openenv.yaml`, but the file `path` was used."""
    problem = next((text for text in failures if str(declared[0]) in text), "")
    cause = f"cannot be used ({problem})" if problem else "holds no OpenEnv environment"
    return (
        f"the app that openenv.yaml declares, {manifest.get('app')}, {cause}; "
        f"{path.relative_to(root)} was loaded instead"
    )


def candidates(root: Path, manifest: dict[str, Any]) -> Iterator[Path]:
    """Files that may create the app or define the environment, likeliest first."""
    seen: set[Path] = set()
    places = _places(root)
    named = declared_files(root, manifest)
    usual = [
        place / name
        for place in places
        for name in ("server/app.py", "app.py", "server/main.py", "main.py", "server/server.py")
    ]
    for path in [*named, *usual]:
        if path.is_file() and path not in seen and (path in named or _mentions(path, "openenv")):
            seen.add(path)
            yield path
    for path in _python_files(root):
        if path not in seen and _mentions(path, r"class\s+\w+\([^)]*Environment\b"):
            seen.add(path)
            yield path


def _mentions(path: Path, pattern: str) -> bool:
    try:
        return re.search(pattern, path.read_text(encoding="utf-8", errors="replace")) is not None
    except OSError:
        return False
