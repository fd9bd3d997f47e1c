"""The README's first example prints what the README says."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

README = Path(__file__).resolve().parents[1] / "README.md"


def test_the_first_example_prints_what_it_says() -> None:
    text = README.read_text(encoding="utf-8")
    program, printed = re.search(r"```python\n(.*?)```\s*```\n(.*?)```", text, re.DOTALL).groups()  # type: ignore[union-attr]
    seen = io.StringIO()
    with contextlib.redirect_stdout(seen):
        exec(compile(program, "README.md", "exec"), {"__name__": "__main__"})
    assert seen.getvalue() == printed
