"""Files of programs in cells are read, and cannot be imported by mistake."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from hallmark_rl.sdk.common.program_cells import read_cells

ROOT = Path(__file__).resolve().parents[2]
ATTACKS = ["conformance/attacks/grader_attacks.py", "envs/coding/exploit_programs.py"]


def test_cells_have_names_and_sources_in_order(tmp_path: Path) -> None:
    path = tmp_path / "programs.py"
    path.write_text(
        '"""What it holds."""\n\n# %% first one\nx = 1\n\n# %%\n# %% last\ny = "# %% z"\n'
    )
    cells = [("first one", "x = 1\n\n"), ("", ""), ("last", 'y = "# %% z"\n')]
    assert read_cells(path) == cells
    path.write_text("x = 1\n")
    with pytest.raises(ValueError, match="holds no program: write a line"):
        read_cells(path)


@pytest.mark.parametrize("file", ATTACKS)
def test_attacks_are_valid_python_that_cannot_be_imported(file: str) -> None:
    """A wheel compiles them when it is installed; to run them would attack who imports them."""
    cells = read_cells(ROOT / file)
    assert len(cells) >= 30
    assert len({name for name, _ in cells}) == len(cells)
    for name, source in cells:
        compile(source, name, "exec")
    with pytest.raises(ImportError, match="do not import them"):
        importlib.import_module(f"hallmark_rl.{file.removesuffix('.py').replace('/', '.')}")
