"""The module of an environment that `hallmark wrap` plays, and its files in the new folder."""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from pathlib import Path
from typing import Any

from hallmark_rl.sdk.wrapping.python_files import OwnFiles
from hallmark_rl.sdk.wrapping.wrap_problem import WrapProblem


def load_module(name: str) -> Any:
    """A module by its dotted name, in the working directory too, or by the path of its file.

    Raises:
        WrapProblem: there is no such file. An import raises what the module raises.
    """
    if not name.endswith(".py"):
        if os.getcwd() not in sys.path:
            sys.path.append(os.getcwd())
        return importlib.import_module(name)
    path = Path(name)
    if not path.is_file():
        raise WrapProblem(f"there is no file {name}")
    sys.path.insert(0, str(path.resolve().parent))
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def import_of(code: OwnFiles) -> str:
    """The name by which the environment's server imports the module of a class or function."""
    return f"..game.{code.module}" if code.files else code.module


def game_packages(code: OwnFiles | None) -> list[str]:
    """The sub-packages of the new environment that hold the copied files."""
    if code is None or not code.files:
        return []
    folders = {str(Path(name).parent).replace("/", ".") for name in code.files}
    return ["game", *sorted(f"game.{name}" for name in folders if name != ".")]


def copy_game(code: OwnFiles | None, folder: Path, title: str) -> list[Path]:
    """Copy the files into the package `game` of the new environment; returns the paths.

    Args:
        code: the files; None or empty for an environment of an installed package.
        folder: the folder of the new environment.
        title: the docstring of the package.
    """
    if code is None or not code.files:
        return []
    package = folder / "game" / "__init__.py"
    package.parent.mkdir()
    package.write_text(f'"""{title}"""\n', "utf-8")
    return [package, *code.copy(package.parent)]
