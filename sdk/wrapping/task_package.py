"""The package of a task set: a requirement if it is installed, else files that are copied."""

from __future__ import annotations

import importlib.machinery
import os
import shutil
import sys
from pathlib import Path

from hallmark_rl.sdk.wrapping.python_files import INSTALLED, requirements_of
from hallmark_rl.sdk.wrapping.wrap_problem import WrapProblem

FOLDER = "packages"
"""The folder of the environment that holds the copy."""
EXTRA = "openenv-core"
"""The extra with an OpenEnv beside which verifiers 0.4, which needs mcp 2, can be installed."""


class TaskPackage:
    """Where the package of a task set is.

    Args:
        name: what verifiers calls its id.

    Attributes:
        place: its folder or file, None if it is installed.
        requirements: the distributions that are installed with it.

    Raises:
        WrapProblem: there is no such package.
    """

    def __init__(self, name: str) -> None:
        self.module = name.rsplit("/", 1)[-1].partition("@")[0].replace("-", "_").lower()
        self.place: Path | None = None
        self.requirements = requirements_of(["verifiers"])
        path = [os.getcwd(), *sys.path]
        library = importlib.machinery.PathFinder.find_spec("verifiers", path)
        for root in (library and library.submodule_search_locations) or ():
            if Path(root, "v1", "tasksets", self.module).is_dir():
                return
        spec = importlib.machinery.PathFinder.find_spec(self.module, path)
        if spec is None or not (spec.origin or spec.submodule_search_locations):
            raise WrapProblem(f"there is no package {self.module}: install it, or stand beside it")
        origin = Path(spec.origin or next(iter(spec.submodule_search_locations or ())))
        installed = any(part in INSTALLED for part in origin.parts)
        is_folder = bool(spec.submodule_search_locations)
        if installed:
            self.requirements = requirements_of(["verifiers", self.module])
        else:
            self.place = origin.parent if is_folder and origin.suffix == ".py" else origin

    def copy(self, folder: Path) -> list[Path]:
        """Copy its files into an environment; returns the paths."""
        if self.place is None:
            return []
        target = folder / FOLDER / self.place.name
        target.parent.mkdir(parents=True, exist_ok=True)
        if self.place.is_file():
            return [Path(shutil.copyfile(self.place, target))]
        shutil.copytree(self.place, target, ignore=shutil.ignore_patterns("__pycache__", ".*"))
        return sorted(path for path in target.rglob("*") if path.is_file())
