"""Each defence of the policy is needed: without it, a program that it stops gets through."""

from __future__ import annotations

import os
import traceback
from importlib import import_module

import pytest

from tests.sandbox.policy.removed_defences import CASES

for _part in ("classes", "dataclass", "language", "library"):
    import_module(f"tests.sandbox.policy.removed_defences.{_part}")


@pytest.mark.parametrize("name", CASES)
def test_a_defence_is_needed(run, monkeypatch, name):
    remove, source = CASES[name]
    assert "PWN" not in run(source).out
    # In a child: without its defence, the program may change modules of this process.
    if (child := os.fork()) == 0:
        code = 1
        try:
            remove(monkeypatch)
            assert "PWN" in run(source).out
            code = 0
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)
    _, status = os.waitpid(child, 0)
    assert status == 0
