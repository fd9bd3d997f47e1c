"""Which part of the code may import which, and that names say where things are."""

from __future__ import annotations

import ast
import graphlib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("sandbox", "sdk", "envs", "conformance", "train")

MAY_IMPORT = {
    "sandbox": set[str](),
    "sdk": {"sandbox"},
    "envs": {"sandbox", "sdk"},
    "conformance": {"sandbox", "sdk"},
    "train": {"sdk"},
}

# The sub-packages of each package, lowest first: one imports only what stands before it.
# Modules at the top of a package come last (they may import all of it), unless they are named.
ORDER = {
    "sandbox": (
        "isolation", "trials", "protocol", "api", "policy", "child", "zygote", "host", "remote",
        "service",
    ),
    "sdk": (
        "common", "tasks", "verifiers", "environment", "subject", "file_hashes", "staged_files",
        "hallmark", "adapters", "coding", "harbor", "play", "env_server", "scaffold",
        "wrapping", "templates",
    ),
    "conformance": (
        "catalogue", "core", "processes", "client", "actions", "survey", "oracle_search",
        "checking", "scorers", "traces", "gyms", "harbor", "properties", "engine", "reporting",
        "pytest_plugin", "deploy",
    ),
    "train": (
        "runtime", "config", "environments", "policy", "metrics", "reporting", "training",
        "exporting", "gpu_contract",
    ),
}  # fmt: skip

# Names that OpenEnv, Python or pytest give a meaning of their own, wherever they stand.
CONVENTIONAL = {"__init__", "__main__", "conftest", "app", "client", "models", "proof", "text"}


def modules() -> Iterator[tuple[str, Path]]:
    """Dotted name and path of every product module; task files and templates are data."""
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            if parts[:3] != ("envs", "coding", "tasks"):
                yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


NAMES = {name for name, _ in modules()}


def imports(name: str, path: Path) -> set[str]:
    """The product modules that a module imports, inside functions too, but not for types only."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_types = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for statement in node.body
        for inner in ast.walk(statement)
    }
    package = name if path.stem == "__init__" else name.rpartition(".")[0]
    targets: set[str] = set()
    for node in ast.walk(tree):
        if node in for_types:
            continue
        if isinstance(node, ast.Import):
            targets |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")
                above = parts[: len(parts) - node.level + 1]
                base = "hallmark_rl." + ".".join([*above, *filter(None, [node.module])])
            for alias in node.names:
                inner = f"{base}.{alias.name}"
                targets.add(inner if inner.removeprefix("hallmark_rl.") in NAMES else base)
    short = {target.removeprefix("hallmark_rl.") for target in targets if "hallmark_rl." in target}
    return (short & NAMES) - {name}


IMPORTS = {name: imports(name, path) for name, path in modules()}


def part_of(name: str) -> tuple[str, str]:
    """Package and sub-package of a module; the sub-package is empty at the top."""
    package, _, rest = name.partition(".")
    for part in sorted(ORDER.get(package, ()), key=len, reverse=True):
        if f"{rest}.".startswith(f"{part}."):
            return package, part
    return package, ""


def test_every_product_file_is_checked() -> None:
    assert len(NAMES) > 200
    assert {name.partition(".")[0] for name in NAMES} == set(PACKAGES)
    assert IMPORTS["sandbox.host.sandbox"] >= {"sandbox.host.pool", "sandbox.api.outcome"}


def test_packages_import_only_what_lies_below_them() -> None:
    wrong = [
        f"{name} imports {target}"
        for name, targets in IMPORTS.items()
        for target in sorted(targets)
        if (a := name.partition(".")[0]) != (b := target.partition(".")[0])
        and b not in MAY_IMPORT[a]
    ]
    assert not wrong, "\n".join(wrong)


COMMAND_LINE = ("__main__", "cli", "commands")  # they load the command that is asked for


def test_what_all_packages_share_imports_none_of_them() -> None:
    """The modules of `hallmark_rl` itself, but for the command line and the pytest plugin."""
    shared = [
        path
        for path in sorted((ROOT / "hallmark_rl").glob("*.py"))
        if path.stem not in (*COMMAND_LINE, "pytest_entry")
    ]
    assert len(shared) >= 5
    wrong = [
        f"{path.stem} imports {target}"
        for path in shared
        for target in imports(f"hallmark_rl.{path.stem}", path)
    ]
    assert not wrong, "\n".join(wrong)


def test_sub_packages_import_only_what_stands_before_them() -> None:
    wrong = []
    for name, targets in IMPORTS.items():
        package, part = part_of(name)
        order = [*ORDER.get(package, ()), ""]
        if name in PACKAGES:
            continue  # a package's own `__init__` loads its public names when they are used
        for target in sorted(targets - {package}):
            other, other_part = part_of(target)
            if other == package and order.index(other_part) > order.index(part):
                wrong.append(f"{name} imports {target}")
    assert not wrong, "\n".join(wrong)


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = {name: targets - set(PACKAGES) for name, targets in IMPORTS.items()}
    try:
        graphlib.TopologicalSorter(graph).prepare()
    except graphlib.CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


def test_a_file_name_means_one_thing() -> None:
    places = defaultdict(list)
    for name in NAMES:
        stem = name.rpartition(".")[2]
        if stem not in CONVENTIONAL and ".replacements." not in name:
            places[stem].append(name)
    folders = {path.parent.name for _, path in modules()}
    files = {stem: where for stem, where in places.items() if stem not in folders}
    twice = {stem: sorted(where) for stem, where in files.items() if len(where) > 1}
    assert not twice
