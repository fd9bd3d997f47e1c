"""Every script of `examples/` runs, and its model learns."""

from __future__ import annotations

import copy
import re
from typing import Any

import pytest

from tests.examples.conftest import EXAMPLES, Run
from tests.sdk.mortal_server import MortalServer


def improvement(line: str) -> float:
    """The last mean minus the first, from a line like `episode_return: 0.20 -> 1.40`."""
    first, last = re.fullmatch(r"\w+: ([-.\d]+) -> ([-.\d]+)", line).groups()  # type: ignore[union-attr]
    return float(last) - float(first)


@pytest.mark.parametrize(
    ("script", "least"),
    [
        pytest.param("train_with_tools.py", 0.3, marks=pytest.mark.slow),
        ("train_as_text.py", 0.3),
        ("train_on_code.py", 0.2),
    ],
)
def test_the_script_learns(run_example: Run, script: str, least: float) -> None:
    assert improvement(run_example(script)) > least


def test_steps_with_tools_change_the_weights(
    run_example: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two steps with rewards that differ; the other scripts show that this is learning."""
    import tiny_model

    states, train = [], tiny_model.train

    def watched(trainer: Any, name: str) -> None:
        states.append(copy.deepcopy(trainer.model.state_dict()))
        train(trainer, name)
        states.append(trainer.model.state_dict())
        log = [row for row in trainer.state.log_history if "loss" in row]
        assert len(log) == 2
        assert any(row[f"rewards/{name}/std"] > 0 for row in log)

    monkeypatch.setattr(tiny_model, "train", watched)
    improvement(run_example("train_with_tools.py", "--steps", "2"))
    before, after = states
    assert any(not before[name].equal(value) for name, value in after.items())


def test_the_environment_may_be_a_url(run_example: Run) -> None:
    import next_digit

    server = MortalServer(next_digit.app)
    try:
        line = run_example("train_as_text.py", "--env", server.url, "--steps", "2")
    finally:
        server.kill()
    assert line.startswith("episode_return: ")


def test_the_readme_lists_every_script() -> None:
    listed = re.findall(r"^\| `(\w+\.py)`", (EXAMPLES / "README.md").read_text("utf-8"), re.M)
    assert sorted(listed) == sorted(path.name for path in EXAMPLES.glob("*.py"))
