"""Parts of the SDK that do not import OpenEnv, which takes seconds and 170 MB."""

from __future__ import annotations

import subprocess
import sys

import pytest

LIGHT = (
    "sdk",
    "hallmark_rl.sdk.tasks.curriculum",
    "hallmark_rl.sdk.environment.deadline",
    "hallmark_rl.sdk.common.errors",
    "hallmark_rl.sdk.tasks.evaluate",
    "hallmark_rl.sdk.common.secret",
    "hallmark_rl.sdk.common.plain_copy",
    "hallmark_rl.sdk.common.statistics",
    "hallmark_rl.sdk.tasks.task_set",
    "hallmark_rl.sdk.verifiers",
)


@pytest.mark.parametrize("module", LIGHT)
def test_a_light_module_imports_neither_openenv_nor_torch(module: str) -> None:
    program = f"import {module}, sys; print(sorted({{'openenv', 'torch'}} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


def test_public_names_that_need_openenv_are_imported_on_use() -> None:
    pytest.importorskip("openenv")
    from hallmark_rl import sdk

    for name in sdk.__all__:
        assert getattr(sdk, name).__name__ == name
    with pytest.raises(AttributeError, match="nonsense"):
        _ = sdk.nonsense
