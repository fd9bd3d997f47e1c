"""Copy the Python files of a function into an environment, and name the packages they need.

The files that a module imports from its own root (the folder that holds it, or its top package) are
copied with it. Their imports of each other are rewritten to relative ones, so that two environments
in one process never take each other's modules.
"""

from __future__ import annotations

import ast
import importlib.machinery
import importlib.metadata
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from hallmark_rl.sdk.wrapping.wrap_problem import WrapProblem

INSTALLED = ("site-packages", "dist-packages")
"""Folders of installed packages."""
_NEVER_COPIED = {*sys.stdlib_module_names, "hallmark_rl"}


@dataclass
class OwnFiles:
    """The files to copy.

    Attributes:
        module: dotted name of the module below the root.
        files: path below the root -> file. Empty if the module belongs to an installed package.
        requirements: installed distributions that the files import, each with its least version.
        notes: what the author must know, such as imports that were not found.
    """

    module: str
    files: dict[str, Path] = field(default_factory=dict)
    requirements: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def copy(self, to: Path) -> list[Path]:
        """Write the files below the folder `to`, a package; returns the paths."""
        tops = {name.partition("/")[0].removesuffix(".py") for name in self.files}
        written = []
        for name, file in self.files.items():
            target = to / name
            target.parent.mkdir(parents=True, exist_ok=True)
            source = file.read_bytes().decode("utf-8")
            target.write_text(_with_relative_imports(source, tops, name.count("/") + 1), "utf-8")
            written.append(target)
        return written


def own_files(module: str) -> OwnFiles:
    """What must be copied so that a module can be imported elsewhere.

    Args:
        module: dotted name, found in the working directory or on `sys.path`; or the path of a file
            that ends with .py.

    Raises:
        WrapProblem: there is no such module, or a file cannot be read.
    """
    root, dotted = _place(module)
    if root is None:
        return OwnFiles(dotted, requirements=requirements_of({dotted.partition(".")[0]}, []))
    found = OwnFiles(dotted)
    others: set[str] = set()
    waiting = list(_files_of(root, dotted))
    while waiting:
        name = waiting.pop()
        if name in found.files:
            continue
        found.files[name] = root / name
        for target in _imports(root / name, name):
            top = target.partition(".")[0]
            inside = [] if top in _NEVER_COPIED else list(_files_of(root, target))
            waiting += inside
            if not inside and top not in _NEVER_COPIED:
                others.add(top)
        if "__file__" in found.files[name].read_text("utf-8"):
            found.notes.append(f"{name} uses __file__: copy the files that it reads")
    found.files = dict(sorted(found.files.items()))
    found.requirements = requirements_of(others, found.notes)
    return found


def _place(module: str) -> tuple[Path | None, str]:
    """The root of a module and its name below it; no root if it is of an installed package."""
    if module.endswith(".py"):
        file = Path(module)
        if not file.is_file():
            raise WrapProblem(f"there is no file {module}")
        return file.resolve().parent, file.stem
    top = module.partition(".")[0]
    spec = importlib.machinery.PathFinder.find_spec(top, [os.getcwd(), *sys.path])
    if spec is None:
        raise WrapProblem(f"there is no module {module}")
    places = [spec.origin] if spec.origin else list(spec.submodule_search_locations or [])
    if not places or any(part in INSTALLED for part in Path(places[0]).parts):
        return None, module
    place = Path(places[0]).resolve()
    root = place.parents[1] if place.name == "__init__.py" else place.parent
    if not list(_files_of(root, module)):
        raise WrapProblem(f"there is no module {module} in {root}")
    return root, module


def _files_of(root: Path, dotted: str) -> Iterator[str]:
    """The files below a root that an import of a dotted name runs; none if it is not there.

    The last part may be a name in a module.
    """
    parts = dotted.split(".")
    files = []
    for count in range(1, len(parts) + 1):
        place = "/".join(parts[:count])
        if (root / f"{place}.py").is_file():
            files.append(f"{place}.py")
            break
        if not (root / place).is_dir():
            break
        if (root / place / "__init__.py").is_file():
            files.append(f"{place}/__init__.py")
    yield from files


def _imports(file: Path, name: str) -> Iterator[str]:
    """The dotted names that a file imports, relative ones as seen from its root."""
    package = name.split("/")[:-1]
    for node in ast.walk(_parsed(file)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = [*above, *filter(None, [node.module])]
            yield from (".".join([*base, alias.name]) for alias in node.names)


def _parsed(file: Path) -> ast.Module:
    try:
        return ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError) as error:
        raise WrapProblem(f"{file} cannot be read: {error}") from None


def requirements_of(names: Iterable[str], notes: list[str] | None = None) -> list[str]:
    """The installed distributions of top-level packages, each with its version as the least.

    A package that is not installed is left out; `notes`, if given, gets a sentence about it.
    """
    by_package = importlib.metadata.packages_distributions()
    requirements = set()
    for name in sorted(names):
        if name not in by_package:
            if notes is not None:
                notes.append(f"{name} is not installed here: add it to pyproject.toml")
            continue
        distribution = by_package[name][0]
        version = importlib.metadata.version(distribution).partition("+")[0]
        requirements.add(f"{distribution}>={version}")
    return sorted(requirements)


def _with_relative_imports(source: str, tops: set[str], level: int) -> str:
    """Source code whose imports of the packages and modules `tops` are relative.

    Args:
        source: code of a module.
        tops: top-level names of the files that are copied.
        level: how many packages above the module their folder is, 1 if the module lies in it.
    """
    lines = source.encode("utf-8").splitlines(keepends=True)
    dots = "." * level
    statements = [
        node
        for node in ast.walk(ast.parse(source))
        if (isinstance(node, ast.ImportFrom) and not node.level and _top(node.module) in tops)
        or (isinstance(node, ast.Import) and any(_top(item.name) in tops for item in node.names))
    ]
    for node in sorted(statements, key=lambda item: (item.lineno, item.col_offset), reverse=True):
        if isinstance(node, ast.ImportFrom):
            node.level = level
            code = ast.unparse(node)
        else:
            code = "; ".join(_relative(item, tops, dots) for item in node.names)
        assert node.end_lineno is not None
        first, last = node.lineno - 1, node.end_lineno - 1
        before, after = lines[first][: node.col_offset], lines[last][node.end_col_offset :]
        lines[first : last + 1] = [before + code.encode("utf-8") + after]
    return b"".join(lines).decode("utf-8")


def _relative(item: ast.alias, tops: set[str], dots: str) -> str:
    """One name of an `import` statement as a statement of its own."""
    top, _, inner = item.name.partition(".")
    if top not in tops:
        return ast.unparse(ast.Import([item]))
    if not inner:
        return f"from {dots} import {top}" + (f" as {item.asname}" if item.asname else "")
    package, _, last = item.name.rpartition(".")
    if item.asname:
        return f"from {dots}{package} import {last} as {item.asname}"
    return f"from {dots}{package} import {last} as _{last}; from {dots} import {top}"


def _top(module: str | None) -> str:
    return (module or "").partition(".")[0]
