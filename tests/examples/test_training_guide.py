"""The snippets of docs/training-with-trl.md run, in their order, on a tiny model."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.examples.conftest import EXAMPLES

GUIDE = EXAMPLES.parent / "docs" / "training-with-trl.md"


def test_the_snippets_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.chdir(EXAMPLES.parent)
    import tiny_model

    tokenizer = tiny_model.tiny_tokenizer([])
    model = tiny_model.tiny_model(tokenizer)
    arguments = tiny_model.settings(str(tmp_path), 1, []).to_dict()
    kept = ("output_dir", "max_steps", "num_generations", "use_cpu", "bf16", "report_to")
    settings = {name: arguments[name] for name in kept}
    settings |= {
        "per_device_train_batch_size": 8,
        "max_completion_length": 8,
        "save_strategy": "no",
    }
    space: dict[str, Any] = {"model": model, "tokenizer": tokenizer, "settings": settings}
    snippets = re.findall(r"^```python\n(.*?)^```", GUIDE.read_text("utf-8"), re.M | re.S)
    assert len(snippets) == 4
    for number, snippet in enumerate(snippets, 1):
        snippet = snippet.replace("Sandbox(workers=4)", 'Sandbox(workers=1, require="process")')
        exec(compile(snippet, f"snippet {number}", "exec"), space)
        if "trainer" in space:
            assert space["trainer"].state.global_step == 1
