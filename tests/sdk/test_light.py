"""The verifier core starts fast: OpenEnv (seconds, 170 MB) is loaded only when it is asked for."""

from __future__ import annotations

import subprocess
import sys

import pytest

LIGHT = (
    "sdk",
    "sdk.curriculum",
    "sdk.deadline",
    "sdk.errors",
    "sdk.evaluate",
    "sdk.secret",
    "sdk.snapshot",
    "sdk.statistics",
    "sdk.tasks",
    "sdk.verifiers",
)


@pytest.mark.parametrize("module", LIGHT)
def test_a_light_module_imports_neither_openenv_nor_torch(module: str) -> None:
    program = f"import {module}, sys; print(sorted({{'openenv', 'torch'}} & set(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (done.stdout.strip(), done.stderr) == ("[]", "")


def test_names_bound_to_openenv_come_when_asked_for() -> None:
    pytest.importorskip("openenv")
    import sdk

    for name in sdk.__all__:
        assert getattr(sdk, name).__name__ == name
    with pytest.raises(AttributeError, match="nonsense"):
        _ = sdk.nonsense
