"""The check of GPU training; without a GPU it prints that nothing was checked."""

from __future__ import annotations

from pathlib import Path

import pytest

from hallmark_rl.train.gpu_check import main, reason_to_skip

_REASON = reason_to_skip()


@pytest.mark.skipif(_REASON is not None, reason=str(_REASON))
def test_training_on_a_gpu(tmp_path: Path) -> None:
    main(out=tmp_path, env="envs/wordle", steps=4, variant="")
    assert (tmp_path / "gpu.json").is_file()


@pytest.mark.skipif(_REASON is None, reason="there is a GPU")
def test_without_a_gpu_nothing_is_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(out=tmp_path, env="envs/wordle", steps=4, variant="")
    assert "no CUDA device" in capsys.readouterr().out
