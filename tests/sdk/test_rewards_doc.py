"""Every example of docs/rewards.md runs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("openenv")

DOC = Path(__file__).parents[2] / "docs" / "rewards.md"


def test_every_example_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    text = DOC.read_text(encoding="utf-8")
    space: dict[str, object] = {"__name__": "rewards"}
    blocks = list(re.finditer(r"```python\n(.*?)```", text, re.DOTALL))
    try:
        for block in blocks:
            line = text.count("\n", 0, block.start(1))
            exec(compile("\n" * line + block[1], str(DOC), "exec"), space)
    finally:
        if "box" in space:
            space["box"].close()  # type: ignore[attr-defined]


def test_every_section_shows_an_exploit_and_a_sound_column() -> None:
    sections = re.split(r"^## \d+\. ", DOC.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    assert len(sections) == 10
    for section in sections:
        blocks = re.findall(r"```python\n(.*?)```", section, re.DOTALL)
        assert len(blocks) == 2
        assert all("assert " in block for block in blocks)
