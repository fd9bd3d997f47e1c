"""`vllm_mode: server`: the preset, and a dry run against a server with vLLM's HTTP interface."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from trl.generation import vllm_client, vllm_generation

from hallmark_rl.train import pipeline
from hallmark_rl.train.config import ConfigError, RunConfig, RunRefused, read_config
from hallmark_rl.train.training import run_context
from tests.train import toys
from tests.train.conftest import Start
from tests.train.vllm_stand_in import VllmStandIn

DryRun = Any
STEPS = 3


@pytest.fixture
def dry_run(monkeypatch: pytest.MonkeyPatch) -> Iterator[DryRun]:
    """`dry_run(config, stale=False)` runs a configuration, and returns the server that it used.

    TRL's own client talks to the server over HTTP; only NCCL is replaced.
    """
    servers: list[VllmStandIn] = []
    build = pipeline.build_trainer

    def run(config: RunConfig, *, stale: bool = False) -> VllmStandIn:
        def build_with_server(context: Any, *arguments: Any) -> Any:
            policy = context.policy
            server = VllmStandIn(policy.model, policy.chat.end, stale=stale)
            servers.append(server)
            engine = SimpleNamespace(trainer_send_weights=server.send_weights)
            monkeypatch.setattr(vllm_client, "NCCLWeightTransferEngine", engine, raising=False)
            grpo = context.config.grpo.model_copy(update={"vllm_server_base_url": server.url})
            context.config = context.config.model_copy(update={"grpo": grpo})
            return build(context, *arguments)

        monkeypatch.setattr(pipeline, "build_trainer", build_with_server)
        for module in (vllm_client, vllm_generation, run_context):
            monkeypatch.setattr(module, "is_vllm_available", lambda *_, **__: True)
        monkeypatch.setattr(
            vllm_client, "NCCLTrainerSendWeightsArgs", lambda **_: None, raising=False
        )
        monkeypatch.setattr(vllm_client.VLLMClient, "init_communicator", lambda self, device: None)
        pipeline.run(config)
        return servers[-1]

    yield run
    for server in servers:
        server.close()


def server_config(start: Start) -> RunConfig:
    grpo = {"vllm_mode": "server", "max_steps": STEPS, "learning_rate": 1e-2, "save_steps": STEPS}
    evaluation = {"episodes": 10, "episodes_between": 10}
    return start(  # type: ignore[no-any-return]
        toys.Echo, grpo=grpo, evaluation=evaluation, environment={"processes": 0}
    )


def rollouts_differ_from_trainer(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Collects, for each step, how far the server's log-probabilities are from the trainer's."""
    from trl import GRPOTrainer

    found: list[float] = []
    log = GRPOTrainer.log

    def recorded(self: Any, logs: dict[str, float], *arguments: Any, **more: Any) -> None:
        for name, values in self._metrics["train"].items():
            if name == "sampling/sampling_logp_difference/max":
                found.append(max(values))
        log(self, logs, *arguments, **more)

    monkeypatch.setattr(GRPOTrainer, "log", recorded)
    return found


def test_the_preset_trains_with_turns_from_the_server(
    start: Start, dry_run: DryRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    differences = rollouts_differ_from_trainer(monkeypatch)
    config = server_config(start)
    server = dry_run(config)
    asked = Counter(server.requests)
    assert asked["/v1/completions"] >= 2 * STEPS, "each step has two turns"
    assert asked["/update_weights"] >= STEPS
    assert asked["/reset_prefix_cache"] == asked["/update_weights"]
    assert "model.embed_tokens.weight" in server.announced
    lines = (Path(config.out) / "metrics.jsonl").read_text("utf-8").splitlines()
    steps = [row for row in map(json.loads, lines) if row["kind"] == "train"]
    assert [row["step"] for row in steps] == [1, 2, 3]
    assert len(differences) >= STEPS
    assert max(differences) < 1e-3, "turns are sampled with the current weights"


def test_a_server_that_keeps_old_weights_shows(
    start: Start, dry_run: DryRun, monkeypatch: pytest.MonkeyPatch
) -> None:
    differences = rollouts_differ_from_trainer(monkeypatch)
    dry_run(server_config(start), stale=True)
    assert differences[0] < 1e-3
    assert max(differences[1:]) > 1e-2


def test_the_preset_and_what_it_excludes(start: Start, tmp_path: Path) -> None:
    options = {"out": str(tmp_path), "model": {"path": "some/model"}}
    preset = read_config("vllm_server", None, options)
    assert preset.grpo.vllm_mode == "server"
    assert not preset.model.four_bit
    with pytest.raises(ConfigError, match="4-bit"):
        read_config("vllm_server", None, {**options, "model": {"path": "x", "four_bit": True}})
    with pytest.raises(RunRefused, match="needs vLLM beside the trainer"):
        pipeline.run(server_config(start))
