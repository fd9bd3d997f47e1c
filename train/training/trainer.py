"""Configure TRL's GRPOTrainer: how its episodes are played and what they are paid."""

from __future__ import annotations

import importlib.util
import math
import sys
from dataclasses import replace
from typing import Any

import torch
from datasets import Dataset
from transformers.trainer_callback import PrinterCallback, ProgressCallback
from trl import GRPOConfig, GRPOTrainer

from hallmark_rl.sdk.adapters.vllm_turns import GenerateTurns, vllm_turns
from hallmark_rl.train.config import RunConfig, RunRefused
from hallmark_rl.train.environments.rollout_env import RolloutEpisode
from hallmark_rl.train.policy.chat_policy import ChatPolicy
from hallmark_rl.train.policy.model_loading import is_adapter
from hallmark_rl.train.policy.rollout import Rollout, RolloutStream
from hallmark_rl.train.policy.token_sampling import episode_seeds
from hallmark_rl.train.policy.unsloth_engine import has_unsloth_engine, unsloth_engine
from hallmark_rl.train.training.callbacks import Monitor
from hallmark_rl.train.training.run_context import RunContext
from hallmark_rl.train.training.step_tasks import StepTasks


def build_trainer(context: RunContext, tasks: StepTasks, monitor: Monitor) -> Any:
    """Create the GRPOTrainer of a run, with `monitor` as its callback.

    Args:
        context: configuration, policy and environments.
        tasks: draws the tasks of each step.
        monitor: gets every rollout; its `trainer` is set.
    """
    config, policy = context.config, context.policy
    grpo, parts = config.grpo, parts_per_step(config)
    share = _episodes_per_device(config, context.group.size)
    weights, vllm, turns = grpo.reward_weights, uses_vllm(config), policy.sampling.max_turns
    functions = [column_reward(name) for name in weights] if weights else [episode_return]
    arguments = GRPOConfig(
        output_dir=str(context.out / "checkpoints"),
        max_steps=grpo.max_steps,
        per_device_train_batch_size=share,
        gradient_accumulation_steps=grpo.gradient_accumulation_steps * parts,
        steps_per_generation=grpo.gradient_accumulation_steps,
        num_generations=grpo.num_generations,
        max_completion_length=policy.sampling.max_turn_tokens * (1 if vllm else turns),
        learning_rate=grpo.learning_rate,
        lr_scheduler_type="constant",
        weight_decay=grpo.weight_decay,
        max_grad_norm=grpo.max_grad_norm,
        temperature=grpo.temperature,
        beta=grpo.beta,
        entropy_coef=grpo.entropy_coef,
        loss_type=grpo.loss_type,
        scale_rewards=grpo.scale_rewards,
        multi_objective_aggregation=grpo.multi_objective_aggregation,
        reward_weights=list(weights.values()) if weights else None,
        use_cpu=not config.gpu,
        bf16=config.gpu and torch.cuda.is_available() and torch.cuda.is_bf16_supported(),
        gradient_checkpointing=config.gpu,
        use_vllm=vllm,
        vllm_mode=grpo.vllm_mode,
        vllm_server_base_url=grpo.vllm_server_base_url,
        vllm_gpu_memory_utilization=grpo.vllm_gpu_memory_utilization,
        vllm_enable_sleep_mode=grpo.vllm_sleep,
        vllm_max_model_length=config.model.context,
        seed=config.seed,
        save_steps=grpo.save_steps,
        save_total_limit=2,
        logging_steps=1,
        report_to=[],
        disable_tqdm=True,
        dataloader_pin_memory=False,
    )
    if grpo.beta > 0 and not is_adapter(policy.model):  # TRL reads its reference from disk
        policy.model.config._name_or_path = str(context.start.resolve())
    # Only the number of rows matters: the task of a group is drawn when it is played.
    rows = [
        {"prompt": [{"role": "user", "content": str(number)}]}
        for number in range(grpo.max_steps * grpo.prompts)
    ]
    trainer = GRPOTrainer(
        model=policy.model,
        args=arguments,
        reward_funcs=functions,
        train_dataset=Dataset.from_list(rows),
        processing_class=policy.tokenizer,
        rollout_func=Rollouts(context, tasks, monitor),
        callbacks=[monitor],
    )
    trainer.remove_callback(PrinterCallback)
    trainer.remove_callback(ProgressCallback)
    monitor.trainer = trainer
    return trainer


def _episodes_per_device(config: RunConfig, processes: int) -> int:
    """The number of episodes in a micro-batch of one process.

    Raises:
        RunRefused: the episodes of a step cannot be shared out equally.
    """
    grpo = config.grpo
    batches = grpo.gradient_accumulation_steps * parts_per_step(config) * processes
    share, rest = divmod(grpo.prompts * grpo.num_generations, batches)
    if processes > 1 and (rest or not share):
        raise RunRefused(
            f"{grpo.prompts} groups of {grpo.num_generations} episodes cannot be shared out "
            f"equally to {processes} processes in {batches // processes} micro-batches: change "
            "prompts"
        )
    return share


def parts_per_step(config: RunConfig) -> int:
    """The number of parts that a step is cut into, between groups.

    While the model learns from one part, the environments of the next one run. The gradient is that
    of the whole step, and all parts are played with the same weights. It is 1 if rewards are
    normalised over the whole batch.
    """
    grpo = config.grpo
    over_batch = (
        grpo.scale_rewards == "batch" or grpo.multi_objective_aggregation != "sum_then_normalize"
    )
    return 1 if over_batch else math.gcd(config.environment.lanes, grpo.prompts)


class Rollouts:
    """TRL's rollout function, called once for each part of a step, in each process for its share.

    All episodes of a group have the same task.
    """

    def __init__(self, context: RunContext, tasks: StepTasks, monitor: Monitor) -> None:
        config = context.config
        self._policy, self._pool, self._group = context.policy, context.pool, context.group
        self._tasks, self._monitor = tasks, monitor
        self._seed, self._steps = config.seed, config.grpo.max_steps
        self._parts = parts_per_step(config)
        self._parts_left = 0
        self._stream: RolloutStream

    def __call__(self, prompts: list[Any], trainer: Any) -> dict[str, Any]:
        """Play the next part of the step, one episode for each prompt.

        The first part starts the episodes of all parts. After the last one, the environments of the
        next step start, while the model learns.
        """
        step = int(trainer.state.global_step)
        count = len(prompts) * self._parts * self._group.size
        if not self._parts_left:
            self._parts_left = self._parts
            self._stream = self._start_stream(step, count, trainer)
        self._parts_left -= 1
        rollout = self._stream.take(len(prompts))
        everywhere = replace(rollout, rows=self._group.joined(rollout.rows))
        self._tasks.record(everywhere.episodes)
        self._monitor.on_rollout(everywhere)
        if not self._parts_left and step + 1 < self._steps:
            tasks = self._group.own_share(self._tasks.prefetch(step + 1, count), self._parts)
            self._pool.prefetch(tasks[: self._policy.sampling.sessions])
        return to_trl(rollout)

    def _start_stream(self, step: int, count: int, trainer: Any) -> RolloutStream:
        seeds = episode_seeds(f"run {self._seed}, step {step}", range(count))
        return RolloutStream(
            trainer.model,
            self._policy.chat,
            self._pool,
            self._group.own_share(self._tasks.for_step(step, count), self._parts),
            self._policy.sampling,
            self._group.own_share(seeds, self._parts),
            generate=inference_engine(trainer, self._policy),
        )


def to_trl(rollout: Rollout) -> dict[str, Any]:
    """A rollout under TRL's names; tokens of episodes that the environment failed are masked."""
    return {
        "prompt_ids": [row.prompt for row in rollout.rows],
        "completion_ids": [row.completion for row in rollout.rows],
        "env_mask": [
            row.is_model_token if row.episode.failure is None else [0] * len(row.completion)
            for row in rollout.rows
        ],
        "logprobs": [row.logprobs for row in rollout.rows] if rollout.from_engine else None,
        "episode": rollout.episodes,
    }


def uses_vllm(config: RunConfig) -> bool:
    """Whether vLLM generates: on the server that is configured, or, where vLLM is installed, on the
    trainer's GPU.

    Not on the trainer's GPU with Unsloth, which has its own vLLM integration and fast generation.
    """
    if config.grpo.vllm_mode == "server":
        return True
    return (
        config.gpu and importlib.util.find_spec("vllm") is not None and "unsloth" not in sys.modules
    )


def inference_engine(trainer: Any, policy: ChatPolicy) -> GenerateTurns | None:
    """The engine that generates for this trainer, with the current weights; None if the model
    itself does."""
    if has_unsloth_engine(policy.model):
        return unsloth_engine(policy.model, policy.sampling)
    if trainer.args.use_vllm:
        trainer.vllm_generation.sync_weights()
    return vllm_turns(trainer)


def episode_return(episode: list[RolloutEpisode], **_: Any) -> list[float | None]:
    """TRL reward function: each episode's sum of step rewards; None if the environment failed."""
    return [None if each.failure else each.total for each in episode]


def column_reward(name: str) -> Any:
    """A TRL reward function that pays one reward column; None if the environment failed."""

    def reward(episode: list[RolloutEpisode], **_: Any) -> list[float | None]:
        return [None if each.failure else each.columns.get(name, 0.0) for each in episode]

    reward.__name__ = name
    return reward
