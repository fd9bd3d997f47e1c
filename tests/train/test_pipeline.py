"""Whole runs on toy environments: outputs, resuming, alarms, and failing environments."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import torch
from safetensors.torch import load_file

from hallmark_rl.sdk.tasks.curriculum import Curriculum
from hallmark_rl.train.config import RunRefused
from hallmark_rl.train.pipeline import Interrupted, run
from hallmark_rl.train.training.callbacks import Monitor
from tests.train import toys
from tests.train.conftest import Start


def weights(out: str) -> dict[str, torch.Tensor]:
    return load_file(Path(out) / "model" / "model.safetensors")


def rows(out: str, kind: str) -> list[dict[str, Any]]:
    lines = (Path(out) / "metrics.jsonl").read_text().splitlines()
    return [row for row in map(json.loads, lines) if row["kind"] == kind]


def test_a_run_writes_what_it_measured(start: Start) -> None:
    config = start(toys.Echo, warmup={"steps": 60, "noisy_quality": 0.2}, evaluation={"every": 3})
    summary = run(config)
    out = Path(config.out)
    (result,) = summary["results"]
    assert result["after"]["columns"].keys() == {"right"}
    assert [row["step"] for row in rows(config.out, "train")] == [1, 2, 3, 4]
    assert rows(config.out, "train")[0]["zero_variance_words"]
    episode = json.loads((out / "episodes.jsonl").read_text().splitlines()[0])
    assert {"task", "turns", "columns", "success", "verified"} <= episode.keys()
    page = (out / "report.html").read_text()
    assert "<svg" in page
    links = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert links
    assert all((out / link).exists() for link in links), "the report links to the run's files only"
    assert list((out / "tensorboard").iterdir())
    assert summary["exports"][0]["passed"]

    assert [row["step"] for row in rows(config.out, "held_out")] == [0, 3, 4], "also the last step"
    episodes = {
        name: [json.loads(line) for line in (out / f"{name}.jsonl").read_text().splitlines()]
        for name in ("before-1", "after-1", "before-1-greedy")
    }
    tasks = [[row["task"] for row in episodes[name]] for name in ("before-1", "after-1")]
    assert tasks[0] == tasks[1]
    assert all(task["split"] == "test" for task in tasks[0])
    greedy = episodes["before-1-greedy"]
    assert result["greedy_before"]["success"] == sum(row["success"] for row in greedy) / len(greedy)
    assert result["greedy_before"] != result["before"]
    assert {each["mode"] for each in result["comparisons"]} == {"sampled", "greedy"}
    assert "success, greedy" in page
    assert "right, sum per episode" in page


@pytest.mark.parametrize("how", ["stop request", pytest.param("crash", marks=pytest.mark.slow)])
def test_an_interrupted_run_resumes_to_the_same_weights(
    start: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, how: str
) -> None:
    monkeypatch.setattr(Curriculum, "_within_reach", lambda *_: True)  # both levels are drawn
    grpo = {"max_steps": 6, "prompts": 4, "save_steps": 1 if how == "stop request" else 2}
    short = {
        "levels": (1, 2),
        "warmup": {"steps": 30},
        "evaluation": {"episodes": 10, "every": 3, "episodes_between": 10},
    }
    whole = start(toys.Echo, grpo=grpo, out=str(tmp_path / "whole"), **short)
    run(whole)

    broken = start(toys.Echo, grpo=grpo, out=str(tmp_path / "broken"), **short)
    on_rollout = Monitor.on_rollout

    def interrupt(self: Monitor, rollout: Any) -> None:
        on_rollout(self, rollout)
        if self.trainer.state.global_step == 3:
            if how == "crash":
                raise KeyboardInterrupt
            self.interrupted = True

    monkeypatch.setattr(Monitor, "on_rollout", interrupt)
    with pytest.raises(Interrupted):
        run(broken)
    monkeypatch.setattr(Monitor, "on_rollout", on_rollout)
    run(broken, resume=True)

    expected, resumed = weights(whole.out), weights(broken.out)
    assert all(torch.equal(expected[name], resumed[name]) for name in expected)
    for name in ("success", "levels"):
        curves = [[row[name] for row in rows(out, "train")] for out in (whole.out, broken.out)]
        assert curves[0] == curves[1]
    assert any(len(levels) == 2 for levels in curves[0])


HACK = {
    "warmup": {"steps": 150, "batch": 16, "demonstrations": 400, "noisy_quality": 0.3},
    "grpo": {"max_steps": 40, "prompts": 8, "num_generations": 8, "learning_rate": 3e-3},
    "evaluation": {"episodes": 100, "every": 5, "episodes_between": 100},
    "stop": {"after": 1000},
}


def test_a_reward_hack_raises_an_alarm_and_is_rolled_back(start: Start) -> None:
    sections = {**HACK, "alarms": {"action": "rollback", "rollbacks": 0, "gap": 0.5}}
    config = start(toys.Hackable, **sections)
    summary = run(config)
    (result,) = summary["results"]
    held = rows(config.out, "held_out")
    assert held[-1]["mean_return"] - held[-1]["verified"] > 0.2, "the model did not find the hack"
    (alarm,) = [row for row in rows(config.out, "alarm") if row["rule"] == "gap"]
    assert "rollback" in alarm["action"]
    low, _ = result["before"]["interval"]
    assert result["after"]["verified"] >= low, "success was not restored"
    assert result["after"]["verified"] > held[-1]["verified"]


def test_the_same_run_with_a_sound_reward_raises_no_alarm(start: Start) -> None:
    config = start(toys.Sound, **{**HACK, "alarms": {"action": "rollback"}})
    summary = run(config)
    (result,) = summary["results"]
    assert rows(config.out, "alarm") == []
    assert result["after"]["success"] > result["before"]["success"]


FALL = {
    "warmup": {"steps": 200, "batch": 32, "demonstrations": 400, "noisy_quality": 0.8},
    "grpo": {"max_steps": 24, "prompts": 8, "num_generations": 8, "learning_rate": 3e-3},
    "evaluation": {"episodes": 100, "every": 4, "episodes_between": 100},
    "stop": {"after": 1000},
}
QUIET = {"gap": 100.0, "column": 100.0, "repeats": 1.0}
"""Only the test for a drop is left."""


def test_a_run_in_which_success_falls_is_reported_as_worse(start: Start) -> None:
    config = start(toys.Inverted, **FALL, alarms=QUIET)
    summary = run(config)
    (result,) = summary["results"]
    assert result["before"]["success"] - result["after"]["success"] > 0.2, "success did not fall"
    sampled = result["comparisons"][0]
    assert (sampled["verdict"], sampled["mode"]) == ("worse", "sampled")
    alarms = {row["rule"]: row for row in rows(config.out, "alarm")}
    assert alarms.keys() == {"drop", "worse"}
    assert "Worse: success (sampled) fell from" in alarms["worse"]["message"]
    page = (Path(config.out) / "report.html").read_text()
    assert "Worse: </b>success (sampled) fell from" in page
    assert "Better: " not in page


@pytest.mark.parametrize("action", [pytest.param("stop", marks=pytest.mark.slow), "rollback"])
def test_the_action_applies_to_a_drop(start: Start, action: str) -> None:
    config = start(toys.Inverted, **FALL, alarms={**QUIET, "action": action, "rollbacks": 0})
    summary = run(config)
    assert "verified success on the same 100 held-out tasks fell" in summary["stopped"]
    assert summary["steps"] < 24
    (result,) = summary["results"]
    worse = any(each["verdict"] == "worse" for each in result["comparisons"])
    assert worse == (action == "stop"), "a rollback restores what was good"


def test_an_environment_that_fails_most_episodes_is_refused(start: Start) -> None:
    config = start(toys.Broken, grpo={"max_steps": 2})
    with pytest.raises(RunRefused, match=r"failed \d+ of 40 episodes.*ConnectionError"):
        run(config)


def test_failures_of_the_environment_are_counted_by_cause(start: Start) -> None:
    class Flaky(toys.Broken):
        def step(self, action: str) -> toys.Observation:
            return super().step(action) if self._digit == "0" else toys.Echo.step(self, action)

    config = start(Flaky, grpo={"max_steps": 4, "prompts": 8})
    run(config)
    counted = rows(config.out, "train")[-1]["failures"]
    assert counted.keys() == {"ConnectionError"}


def test_the_curriculum_opens_the_next_level(start: Start) -> None:
    sections: dict[str, Any] = {
        "levels": (1, 2),
        "warmup": {"steps": 200, "batch": 32, "demonstrations": 400, "noisy_quality": 1.0},
        "grpo": {"max_steps": 12, "prompts": 8, "num_generations": 8},
    }
    config = start(toys.Echo, **sections)
    summary = run(config)
    assert {"1", "2"} == {level for row in rows(config.out, "train") for level in row["levels"]}
    assert [result["level"] for result in summary["results"]] == [1, 2]
    held = rows(config.out, "held_out")
    assert "levels" not in held[0], "level 2 was not open when training began"
    assert held[-1]["levels"].keys() == {"2"}
    page = (Path(config.out) / "report.html").read_text()
    assert "held-out, level 2" in page
    assert "<td>in band</td>" in page or "<td>mastered</td>" in page
    assert summary["results"][1]["after"]["success"] > 0


@pytest.mark.parametrize(
    "grpo",
    [
        *(pytest.param({"loss_type": name}, marks=pytest.mark.slow) for name in
          ("grpo", "bnpo", "dr_grpo", "dapo", "luspo", "cispo", "sapo")),
        {"loss_type": "vespo"},
        pytest.param({"scale_rewards": "batch"}, marks=pytest.mark.slow),
        {"scale_rewards": "none"},
        {"beta": 0.02},
        {"gradient_accumulation_steps": 2},
    ],
    ids=str,
)  # fmt: skip
def test_every_loss_type_of_trl_trains(start: Start, grpo: dict[str, Any]) -> None:
    config = start(
        toys.Hackable,
        warmup={"steps": 0},
        grpo={"max_steps": 2, "prompts": 8, **grpo},
        evaluation={"episodes": 10, "episodes_between": 10},
    )
    run(config)
    trained = rows(config.out, "train")
    assert all(row["loss"] is not None for row in trained)
    start_weights = load_file(Path(config.out) / "start" / "model.safetensors")
    after = weights(config.out)
    assert any(not torch.equal(start_weights[name], after[name]) for name in start_weights)


def test_paying_an_unknown_column_is_refused(start: Start) -> None:
    with pytest.raises(RunRefused, match=r"reward_weights pays wrong.*columns are right"):
        run(start(toys.Echo, grpo={"reward_weights": {"right": 1.0, "wrong": 0.5}}))


def test_columns_can_be_paid_instead_of_the_return(start: Start) -> None:
    weighted = {
        "reward_weights": {"right": 2.0},
        "multi_objective_aggregation": "normalize_then_sum",
        "max_steps": 2,
    }
    summary = run(start(toys.Echo, grpo=weighted))
    assert summary["steps"] == 2
