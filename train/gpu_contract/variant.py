"""Run every assertion of the contract on one configuration."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import torch

from hallmark_rl.train.config import RunConfig
from hallmark_rl.train.environments.rollout_env import Assignment
from hallmark_rl.train.exporting.export import ExportCheck, check_logits, logits_of
from hallmark_rl.train.gpu_contract.fresh_weights import check_engine_is_used, check_fresh_weights
from hallmark_rl.train.gpu_contract.loss_mask import check_mask, seen_in_training
from hallmark_rl.train.gpu_contract.saved_state import check_exports, check_resume
from hallmark_rl.train.gpu_contract.sleep_mode import NAME as SLEEP
from hallmark_rl.train.gpu_contract.sleep_mode import check_sleep
from hallmark_rl.train.gpu_contract.verdicts import Finding
from hallmark_rl.train.metrics.console import RunConsole
from hallmark_rl.train.policy.lanes import Row
from hallmark_rl.train.policy.rollout import Rollout, RolloutStream
from hallmark_rl.train.policy.token_sampling import episode_seeds
from hallmark_rl.train.training.callbacks import Monitor
from hallmark_rl.train.training.run_context import RunContext
from hallmark_rl.train.training.step_tasks import StepTasks
from hallmark_rl.train.training.trainer import build_trainer, inference_engine, uses_vllm

EPISODES = 16


def check_training(config: RunConfig) -> list[Finding]:
    """Train for the steps of `config` and check rollouts, mask, engine and sleep mode.

    Nothing is exported; the folder of the run gets checkpoints and metrics.
    """
    context = RunContext(config)
    try:
        context.out.mkdir(parents=True, exist_ok=True)
        context.make_policy()
        tasks = StepTasks(context.levels, config.seed, config.grpo.num_generations)
        monitor = Monitor(context, tasks, RunConsole())
        trainer = build_trainer(context, tasks, monitor)
        rows = _played_rows(monitor)
        with seen_in_training(context.policy.model) as seen:
            trainer.train()
        play = rollouts_of(trainer, context)
        findings = [check_mask(seen, rows), *check_fresh_weights(trainer.model, play)]
        asked = uses_vllm(config) or config.model.fast_inference
        findings.append(check_engine_is_used(play(), asked))
        findings.append(_check_sleep(config, trainer, play))
        return findings
    finally:
        context.close()


def rollouts_of(trainer: Any, context: RunContext) -> Callable[[], Rollout]:
    """A function that plays episodes the way training does, with the current weights."""
    level = context.levels[0]
    assignments = [Assignment("train", level, 2**29 + number) for number in range(EPISODES)]

    def play() -> Rollout:
        stream = RolloutStream(
            trainer.model,
            context.policy.chat,
            context.pool,
            assignments,
            context.policy.sampling,
            episode_seeds("gpu check", range(EPISODES)),
            generate=inference_engine(trainer, context.policy),
        )
        return stream.take(EPISODES)

    return play


def _played_rows(monitor: Monitor) -> list[Row]:
    """A list to which the monitor's rollouts are added."""
    rows: list[Row] = []
    on_rollout = monitor.on_rollout

    def keep(rollout: Rollout) -> None:
        rows.extend(rollout.rows)
        on_rollout(rollout)

    monitor.on_rollout = keep  # type: ignore[method-assign]
    return rows


class _TrlEngine:
    """The sleep mode of TRL's vLLM engine."""

    def __init__(self, trainer: Any) -> None:
        self._generation = trainer.vllm_generation

    def sleep(self) -> None:
        self._generation.llm.sleep(level=2)

    def wake(self) -> None:
        self._generation.llm.wake_up()
        self._generation.sync_weights()


def _check_sleep(config: RunConfig, trainer: Any, play: Callable[[], Rollout]) -> Finding:
    if not (trainer.args.use_vllm and config.grpo.vllm_sleep):
        return Finding.unchecked(SLEEP, "vllm_sleep is off, or there is no vLLM")
    total = torch.cuda.get_device_properties(0).total_memory
    engine = _TrlEngine(trainer)
    trainer.vllm_generation.llm.wake_up()
    return check_sleep(
        engine,
        lambda: total - torch.cuda.mem_get_info()[0],
        int(total * config.grpo.vllm_gpu_memory_utilization),
        lambda: check_fresh_weights(trainer.model, play),
    )


def check_saved_state(
    config: RunConfig, summary: Mapping[str, Any], base: Path, resumed: Path
) -> list[Finding]:
    """Check what a finished run has saved.

    Args:
        config: settings of the run.
        summary: what `pipeline.run` returned for it.
        base: folder of the model that it adapted.
        resumed: folder of the same run, resumed after half of its steps.
    """
    checks = [ExportCheck(**saved) for saved in summary["exports"]]
    context = RunContext(config.model_copy(update={"unproved": True}))
    try:
        context.load_policy(Path(config.out) / "model")
        policy = context.policy
        (opening,) = policy.chat.encode_openings(["abc"])
        probe = [*opening, *range(len(policy.tokenizer) - 8, len(policy.tokenizer))]
        control = check_logits(base, "merged 16bit", probe, logits_of(policy.model, probe))
    finally:
        context.close()
    half = config.grpo.save_steps
    return [
        check_exports(checks, control, four_bit=config.model.four_bit),
        check_resume(Path(config.out), resumed, half),
    ]
