"""Episodes that the page asks for: observations, columns, evidence, policies, scripts, errors."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openenv")

from tests.sdk.play.conftest import episode

ROOT = Path(__file__).parents[3]


def test_an_episode_is_played_from_its_beginning(public: Any) -> None:
    one = episode(public, {"door": "a"})
    two = episode(public, {"door": "a"}, {"door": "b"})
    assert two["steps"][:2] == one["steps"]
    assert [len(step["agent"]["doors"]) for step in two["steps"]] == [0, 1, 2]
    assert (two["over"], two["problem"], two["total"]) == (False, "", 0.0)
    assert two["steps"][0]["agent"]["big"] == str(2**70), "a browser would round it"


def test_columns_say_how_they_count(public: Any) -> None:
    step = episode(public, {"door": "a", "quiet": True})["steps"][1]
    polite, opened = step["columns"]
    assert (polite["name"], polite["value"], polite["closed"]) == ("polite", 0.0, True)
    assert (opened["name"], opened["value"], opened["weight"]) == ("opened", 0.25, 0.0)
    assert "evidence" not in polite


def test_evidence_is_what_a_column_read(private: Any) -> None:
    last = episode(private, policy="oracle", steps=4)["steps"][-1]
    columns = {row["name"]: row for row in last["columns"]}
    assert columns["out"]["evidence"] == {"out": 1.0}
    assert columns["opened"]["evidence"] == {"opened": 1.0}
    assert columns["polite"]["evidence"] == {"the action": "(read)"}
    assert last["verifier"]["facts"] == {"out": 1.0, "opened": 1.0}
    assert last["verifier"]["secrets"] == [last["verifier"]["game"]["way_out"]]


@pytest.mark.parametrize(
    ("policy", "steps", "total", "success"),
    [
        ("oracle", 1, 1.0, True),
        ("null", 4, 0.0, False),
        ("random", 4, 0.0, False),
        ("exploit claims-a-win", 4, 0.0, False),
    ],
)
def test_policies(private: Any, policy: str, steps: int, total: float, success: bool) -> None:
    played = episode(private, policy=policy, steps=100)
    assert (len(played["actions"]), played["total"], played["over"]) == (steps, total, True)
    assert played["steps"][-1]["success"] is success
    again = episode(private, *played["actions"])
    assert again["steps"][-1]["columns"] == played["steps"][-1]["columns"], "the link is enough"


def test_a_failing_policy_is_reported(private: Any) -> None:
    played = episode(private, {"door": "a"}, policy="exploit breaks", steps=1)
    assert played["problem"] == "exploit breaks failed: ZeroDivisionError: division by zero"
    assert len(played["actions"]) == 1


def test_what_an_action_breaks(public: Any) -> None:
    wrong = episode(public, {"door": "a"}, {"times": 99}, {"door": "b"})
    assert wrong["problem"].startswith("the action is not valid: times: ")
    assert len(wrong["actions"]) == 1
    crash = episode(public, {"note": "crash"}, {"door": "b"})
    assert crash["steps"][1]["error"]["code"] == "crash"
    assert crash["problem"] == "the episode is over: 1 further actions were not played"


def test_a_random_action_differs_with_its_draw(public: Any) -> None:
    one, same, other = (episode(public, policy="random", steps=1, draw=n) for n in (1, 1, 2))
    assert one["actions"] == same["actions"] != other["actions"]
    assert set(one["actions"][0]) >= {"door", "kind", "times", "force", "quiet"}


@pytest.mark.parametrize("kind", ["script", "test"])
def test_a_copied_script_and_test_run(private: Any, kind: str, tmp_path: Path) -> None:
    text = episode(private, {"door": "a'\"\\{}\n"}, policy="oracle", steps=1)[kind]
    file = tmp_path / "test_copied.py"
    file.write_text(text)
    command = [sys.executable, str(file)]
    if kind == "test":
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(file)]
    done = subprocess.run(
        command, cwd=ROOT, env={"PYTHONPATH": str(ROOT), "PATH": ""}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    if kind == "test":
        wrong = text.replace("reward == pytest.approx(1.0", "reward == pytest.approx(0.5")
        assert wrong != text
        file.write_text(wrong)
        assert subprocess.run(command, cwd=ROOT, env={"PYTHONPATH": str(ROOT)}).returncode == 1
    else:
        assert "success=True" in done.stdout
