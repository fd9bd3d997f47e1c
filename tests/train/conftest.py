"""What the trainer's tests share: a toy environment, and runs on it in a scratch folder."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")
torch = pytest.importorskip("torch", reason="the trainer needs the `train` extra")
pytest.importorskip("trl", reason="the trainer needs the `train` extra")

from tests.train import toys  # noqa: E402

Start = Callable[..., Any]


@pytest.fixture(autouse=True)
def one_thread() -> None:
    torch.set_num_threads(1)


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Start:
    """`start(toys.Echo, grpo={...})`: a configuration on a toy, as `pipeline.run` takes it."""
    from hallmark_rl.sdk.subject.description import Subject
    from hallmark_rl.train import pipeline as runs
    from hallmark_rl.train.config import RunConfig
    from hallmark_rl.train.environments import env_source
    from hallmark_rl.train.exporting import export

    def trusted(path: Path, kind: str, *_: Any) -> Any:
        """Reloading in a fresh process costs seconds; test_export.py is about that."""
        return export.Check(str(path), kind, 0.0, 0.0, True)

    monkeypatch.setattr(export, "check", trusted)
    monkeypatch.setattr(runs, "play_again", lambda one, *_, **__: one)

    def configured(
        kind: type[Any], text: ModuleType = toys, proof: ModuleType | None = None, **sections: Any
    ) -> RunConfig:
        subject = Subject("toy", "toy", env_class=kind, make=kind, text=text, proof=proof)
        monkeypatch.setattr(env_source, "load_subject", lambda spec, env_args: subject)
        values: dict[str, Any] = {
            "env": "toy",
            "out": str(tmp_path / "run"),
            "unproved": True,
            "threads": 1,
            "model": {"hidden": 32, "layers": 1, "heads": 2},
            "warmup": {"steps": 60, "batch": 16, "traces": 200},
            "grpo": {"max_steps": 4, "prompts": 2, "num_generations": 4, "save_steps": 2},
            "evaluation": {"episodes": 40, "every": 2, "episodes_between": 20},
        }
        for name, section in sections.items():
            old = values.get(name)
            merged = {**old, **section} if isinstance(old, dict) else section
            values[name] = merged
        return RunConfig.model_validate(values)

    return configured
