"""Each defence is needed: with it taken out, a program that it stops gets through."""

from __future__ import annotations

from importlib import import_module

import pytest

from tests.sandbox.policy.removals import CASES

for _part in ("classes", "dataclass", "language", "library"):
    import_module(f"tests.sandbox.policy.removals.{_part}")


@pytest.mark.parametrize("name", CASES)
def test_a_defence_is_needed(run, monkeypatch, name):
    remove, source = CASES[name]
    assert "PWN" not in run(source).out
    remove(monkeypatch)
    assert "PWN" in run(source).out
