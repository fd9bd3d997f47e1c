"""Each assertion of the GPU contract holds for a sound engine or trainer, and is broken by a
stand-in that is wrong in one way. All of it runs on the CPU."""

from __future__ import annotations

import copy
import shutil
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest
import torch

from hallmark_rl.sdk.adapters.chat_tokens import ChatTokens
from hallmark_rl.train.config import ModelConfig, RunConfig
from hallmark_rl.train.environments.env_pool import EnvPool
from hallmark_rl.train.environments.rollout_env import Assignment, EnvSlot
from hallmark_rl.train.exporting.export import ExportCheck
from hallmark_rl.train.gpu_contract.fresh_weights import (
    check_engine_is_used,
    check_fresh_weights,
    token_logprobs,
)
from hallmark_rl.train.gpu_contract.saved_state import check_exports, check_resume
from hallmark_rl.train.gpu_contract.sleep_mode import check_sleep
from hallmark_rl.train.gpu_contract.variant import check_training
from hallmark_rl.train.gpu_contract.verdicts import Finding
from hallmark_rl.train.gpu_contract.versions import Installed, check_versions, installed_packages
from hallmark_rl.train.pipeline import run
from hallmark_rl.train.policy.lanes import GenerateTurns, Sampling
from hallmark_rl.train.policy.model_loading import character_tokenizer, tiny_model
from hallmark_rl.train.policy.rollout import Rollout, RolloutStream
from hallmark_rl.train.policy.token_sampling import episode_seeds
from hallmark_rl.train.policy.unsloth_engine import has_unsloth_engine, unsloth_engine
from hallmark_rl.train.training import trainer as trainer_module
from tests.train import toys
from tests.train.conftest import Start

EPISODES = 12


# -- versions ----------------------------------


def test_versions_that_fit() -> None:
    assert check_versions(installed_packages()).verdict == "held"
    unsloth = Installed("2026.10", ["trl<=1.15,>=0.18", "xformers>=9", 'vllm>9; extra == "x"'])
    found = check_versions({"unsloth": unsloth, "trl": Installed("1.14.0"), "vllm": Installed("1")})
    assert found.verdict == "held"
    assert "trl 1.14.0" in found.detail


def test_a_version_that_another_package_excludes() -> None:
    installed = {"unsloth": Installed("2026.10", ["trl<=1.15"]), "trl": Installed("1.16.0")}
    found = check_versions(installed)
    assert found.verdict == "broken"
    assert found.detail == "unsloth 2026.10 requires trl<=1.15, installed is 1.16.0"


# -- rollouts ----------------------------------


def own_generation(model: Any, *, bias: float = 0.0) -> GenerateTurns:
    """An engine that samples with a model of its own."""

    def generate(prompts: list[list[int]]) -> tuple[list[list[int]], list[list[float]]]:
        turns, logprobs = [], []
        for ids in prompts:
            turn: list[int] = []
            known: list[float] = []
            for _ in range(2):
                logits = model(input_ids=torch.tensor([ids + turn])).logits[0, -1]
                chosen = int(torch.multinomial(logits.softmax(-1), 1))
                turn.append(chosen)
                known.append(float(logits.log_softmax(-1)[chosen]) + bias)
            turns.append(turn)
            logprobs.append(known)
        return turns, logprobs

    return generate


def setting(engine: Callable[[Any], GenerateTurns] | None) -> tuple[Any, Callable[[], Rollout]]:
    """A model and a function that plays with it, or with the engine made from it."""
    torch.manual_seed(1)
    tokenizer = character_tokenizer(toys.ALPHABET)
    model = tiny_model(ModelConfig(hidden=32, layers=2, heads=2), tokenizer, 1)
    generate = engine(model) if engine else None
    tasks = [Assignment("train", 1, seed) for seed in range(EPISODES)]

    def play() -> Rollout:
        pool = EnvPool(lambda: EnvSlot(toys.Echo(), toys))
        stream = RolloutStream(
            model, ChatTokens(tokenizer), pool, tasks, Sampling(1.0, 2),
            episode_seeds("2", range(EPISODES)), generate=generate,
        )  # fmt: skip
        return stream.take(EPISODES)

    return model, play


def verdicts(findings: list[Finding]) -> list[str]:
    return [finding.verdict for finding in findings]


@pytest.mark.parametrize("engine", [None, own_generation], ids=["lanes", "engine"])
def test_rollouts_with_the_trained_weights(engine: Any) -> None:
    model, play = setting(engine)
    before = {name: weight.clone() for name, weight in model.named_parameters()}
    findings = check_fresh_weights(model, play)
    assert verdicts(findings) == ["held", "held"], findings
    after = dict(model.named_parameters())
    assert all(torch.equal(before[name], after[name]) for name in before), "weights not restored"


def test_an_engine_with_stale_weights() -> None:
    findings = check_fresh_weights(*setting(lambda model: own_generation(copy.deepcopy(model))))
    assert verdicts(findings) == ["held", "broken"], findings


def test_an_engine_with_other_log_probabilities() -> None:
    findings = check_fresh_weights(*setting(lambda model: own_generation(model, bias=0.5)))
    assert verdicts(findings) == ["broken", "broken"], findings


def test_weights_that_cannot_be_changed_are_no_pass() -> None:
    model, play = setting(None)
    model.requires_grad_(False)
    assert verdicts(check_fresh_weights(model, play)) == ["held", "not checked"]


def test_the_recorded_log_probabilities_are_those_of_a_plain_forward_pass() -> None:
    model, play = setting(None)
    rows = play().rows
    for row, known in zip(rows, token_logprobs(model, rows), strict=True):
        for mine, sampled, trained in zip(row.is_model_token, row.logprobs, known, strict=True):
            assert sampled == (pytest.approx(trained, abs=1e-4) if mine else 0.0)


def test_an_engine_that_is_not_used() -> None:
    by_model, by_engine = setting(None)[1](), setting(own_generation)[1]()
    assert check_engine_is_used(by_engine, wanted=True).verdict == "held"
    assert check_engine_is_used(by_model, wanted=True).verdict == "broken"
    assert check_engine_is_used(by_model, wanted=False).verdict == "not checked"


# -- the loss ----------------------------------


def small(start: Start, **more: Any) -> RunConfig:
    options: dict[str, Any] = {
        "grpo": {"max_steps": 2, "prompts": 4, "num_generations": 8, "save_steps": 2},
        "evaluation": {"episodes": 10, "episodes_between": 10},
        "warmup": {"steps": 0},
    }
    return start(toys.Echo, **{**options, **more})  # type: ignore[no-any-return]


def mask_of(findings: list[Finding]) -> Finding:
    (found,) = [each for each in findings if each.name == "environment tokens are masked"]
    return found


def easy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Returns that differ within a group, whatever an untrained model says."""

    def end(self: Any, action: str) -> toys.Observation:
        paid = float(sum(map(ord, action)) % 7)
        return toys.Observation("", True, paid, {"right": paid}, bool(paid))

    monkeypatch.setattr(toys.Echo, "_end", end)


def test_a_sound_trainer_keeps_the_contract(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    easy(monkeypatch)
    findings = {finding.name: finding for finding in check_training(small(start))}
    broken = [finding for finding in findings.values() if finding.verdict == "broken"]
    assert not broken
    assert mask_of(list(findings.values())).verdict == "held"
    assert findings["sleep mode"].verdict == findings["fast inference"].verdict == "not checked"


def test_a_lost_mask(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    easy(monkeypatch)
    sound = trainer_module.to_trl

    def without_mask(rollout: Rollout) -> dict[str, Any]:
        given = sound(rollout)
        return {**given, "env_mask": [[1] * len(mask) for mask in given["env_mask"]]}

    monkeypatch.setattr(trainer_module, "to_trl", without_mask)
    assert mask_of(check_training(small(start))).verdict == "broken"


def test_a_step_without_a_gradient_is_no_pass(
    start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(toys.Echo, "_end", lambda *_: toys.Observation("", True, 0.0, {}, False))
    found = mask_of(check_training(small(start)))
    assert found.verdict == "not checked"
    assert "no token had a gradient" in found.detail


# -- what is saved ----------------------------------

GOOD = ExportCheck("x/model", "adapter", 1e-7, 0.0, True, "replayed")
CONTROL = replace(GOOD, passed=False)


def test_exports() -> None:
    merged = replace(GOOD, kind="merged 16bit")
    assert check_exports([GOOD, merged], CONTROL, four_bit=True).verdict == "held"
    assert check_exports([GOOD], CONTROL, four_bit=False).verdict == "held"
    forgotten = replace(merged, passed=False)
    assert check_exports([GOOD, forgotten], CONTROL, four_bit=True).verdict == "broken"
    assert check_exports([GOOD, merged], GOOD, four_bit=True).verdict == "broken", "blind check"
    assert check_exports([GOOD], CONTROL, four_bit=True).verdict == "not checked"
    assert check_exports([], CONTROL, four_bit=False).verdict == "not checked"


@pytest.fixture
def halved(start: Start, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    """A finished run of four steps, and a copy of it that has only the checkpoint after two."""
    easy(monkeypatch)
    config = small(
        start,
        grpo={"max_steps": 4, "prompts": 4, "save_steps": 2, "learning_rate": 0.05},
        evaluation={"episodes": 10, "every": 10, "episodes_between": 10},
        stop={"after": 100},
    )
    run(config)
    resumed = tmp_path / "resumed"
    shutil.copytree(config.out, resumed)
    shutil.rmtree(resumed / "checkpoints" / "checkpoint-4")
    return Path(config.out), resumed, config.model_copy(update={"out": str(resumed)})


def test_a_resumed_run_and_one_that_does_not_go_on(halved: Any) -> None:
    whole, resumed, config = halved
    run(config, resume=True)
    assert check_resume(whole, resumed, 2).verdict == "held"
    lines = (resumed / "metrics.jsonl").read_text().splitlines(keepends=True)
    kept = [line for line in lines if '"kind": "train", "step": 4' not in line]
    assert len(kept) < len(lines)
    (resumed / "metrics.jsonl").write_text("".join(kept))
    found = check_resume(whole, resumed, 2)
    assert found.verdict == "broken"
    assert "steps [4] are missing" in found.detail


@pytest.mark.slow
def test_a_resume_with_the_weights_of_the_start(halved: Any) -> None:
    whole, resumed, config = halved
    shutil.copy(
        resumed / "start" / "model.safetensors",
        resumed / "checkpoints" / "checkpoint-2" / "model.safetensors",
    )
    run(config, resume=True)
    found = check_resume(whole, resumed, 2)
    assert found.verdict == "broken"
    assert "other weights" in found.detail


@pytest.mark.slow
def test_a_resume_that_loses_the_optimizer(halved: Any) -> None:
    whole, resumed, config = halved
    (resumed / "checkpoints" / "checkpoint-2" / "optimizer.pt").unlink()
    run(config, resume=True)
    found = check_resume(whole, resumed, 2)
    assert found.verdict == "broken"
    assert "the optimizer counts 2 updates instead of 4" in found.detail


# -- sleep mode and fast inference ----------------------------------


class Sleeper:
    """Uses 100 bytes; asleep, it uses `asleep` of them."""

    def __init__(self, asleep: int) -> None:
        self.used, self._asleep = 100, asleep

    def sleep(self) -> None:
        self.used = self._asleep

    def wake(self) -> None:
        self.used = 100


def test_sleep_mode() -> None:
    held = [Finding.of("x", True, "")]
    broken = [Finding.of("x", True, ""), Finding.of("y", False, "stale")]
    for asleep, awake, verdict in ((5, held, "held"), (90, held, "broken"), (5, broken, "broken")):
        engine = Sleeper(asleep)
        found = check_sleep(engine, lambda e=engine: e.used, 100, lambda a=awake: a)  # type: ignore[misc]
        assert found.verdict == verdict, found


class FastModel:
    """What Unsloth's `fast_inference` adds to a model."""

    vllm_engine = object()

    def __init__(self) -> None:
        self.loaded = 0
        self.asked: list[Any] = []

    def load_lora(self, name: str, load_tensors: bool) -> str:
        assert load_tensors, "else the adapter is read from disk"
        self.loaded += 1
        return f"adapter {self.loaded}"

    def fast_generate(self, prompts: list[Any], **options: Any) -> list[Any]:
        self.asked.append(options["lora_request"])
        known = [{7: SimpleNamespace(logprob=-0.5)}, {1: SimpleNamespace(logprob=-0.25)}]
        turn = SimpleNamespace(token_ids=[7, 1], logprobs=known)
        return [SimpleNamespace(outputs=[turn]) for _ in prompts]


def test_each_rollout_with_fast_inference_gets_the_current_adapter(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    stub = ModuleType("vllm")
    stub.SamplingParams = SimpleNamespace  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "vllm", stub)
    model = FastModel()
    assert has_unsloth_engine(model)
    assert not has_unsloth_engine(setting(None)[0])
    for _ in range(2):
        generate = unsloth_engine(model, Sampling(1.0, 8))
        assert generate([[1, 2], [3]]) == ([[7, 1]] * 2, [[-0.5, -0.25]] * 2)
    assert model.asked == ["adapter 1", "adapter 2"]
