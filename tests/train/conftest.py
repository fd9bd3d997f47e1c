"""Fixtures of the trainer's tests: configurations for runs on toy environments."""

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
    """`start(toys.Echo, grpo={...})`: the configuration of a small run, for `pipeline.run`."""
    from hallmark_rl.sdk.subject.description import Subject
    from hallmark_rl.train import pipeline
    from hallmark_rl.train.config import RunConfig
    from hallmark_rl.train.environments import env_source
    from hallmark_rl.train.exporting import export

    def unchecked(path: Path, kind: str, *_: Any) -> Any:
        """Reloading in a fresh process takes seconds; test_export.py tests it."""
        return export.ExportCheck(str(path), kind, 0.0, 0.0, True)

    monkeypatch.setattr(export, "check_logits", unchecked)
    monkeypatch.setattr(pipeline, "check_episodes", lambda check, *_, **__: check)

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
            "trackio": False,
            "model": {"hidden": 32, "layers": 1, "heads": 2},
            "warmup": {"steps": 60, "batch": 16, "demonstrations": 200},
            "grpo": {"max_steps": 4, "prompts": 2, "num_generations": 4, "save_steps": 2},
            "evaluation": {"episodes": 40, "every": 2, "episodes_between": 20},
        }
        for name, section in sections.items():
            old = values.get(name)
            merged = {**old, **section} if isinstance(old, dict) else section
            values[name] = merged
        return RunConfig.model_validate(values)

    return configured
