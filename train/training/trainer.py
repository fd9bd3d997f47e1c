"""TRL's GRPOTrainer, told how episodes are played and what they earn."""

from __future__ import annotations

import importlib.util
import math
import random
import sys
from typing import Any

import torch
from datasets import Dataset
from transformers.trainer_callback import PrinterCallback, ProgressCallback
from trl import GRPOConfig, GRPOTrainer

from hallmark_rl.train.config import RunConfig
from hallmark_rl.train.environments.rollout_env import Assignment, Episode
from hallmark_rl.train.exporting.export import is_adapter
from hallmark_rl.train.policy.rollout import Complete, Playing, Rollout
from hallmark_rl.train.training.callbacks import Monitor
from hallmark_rl.train.training.context import Session


def build(session: Session, monitor: Monitor) -> Any:
    """The trainer for this session."""
    grpo, config, parts = session.config.grpo, session.config, parts_of(session.config)
    weights, vllm, turns = grpo.reward_weights, uses_vllm(config.gpu), session.sampling.max_turns
    functions = [column_reward(name) for name in weights] if weights else [episode_return]
    arguments = GRPOConfig(
        output_dir=str(session.out / "checkpoints"),
        max_steps=grpo.max_steps,
        per_device_train_batch_size=grpo.prompts
        * grpo.num_generations
        // (grpo.gradient_accumulation_steps * parts),
        gradient_accumulation_steps=grpo.gradient_accumulation_steps * parts,
        steps_per_generation=grpo.gradient_accumulation_steps,
        num_generations=grpo.num_generations,
        max_completion_length=session.sampling.max_turn_tokens * (1 if vllm else turns),
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
        vllm_mode="colocate",
        vllm_gpu_memory_utilization=grpo.vllm_gpu_memory_utilization,
        vllm_max_model_length=config.model.context,
        seed=config.seed,
        save_steps=grpo.save_steps,
        save_total_limit=2,
        logging_steps=1,
        report_to=[],
        disable_tqdm=True,
        dataloader_pin_memory=False,
    )
    if grpo.beta > 0 and not is_adapter(session.model):  # TRL reads its reference from disk
        session.model.config._name_or_path = str(session.start.resolve())
    # The rows only count: which task a group is about is drawn when it is played.
    rows = [
        {"prompt": [{"role": "user", "content": str(number)}]}
        for number in range(grpo.max_steps * grpo.prompts)
    ]
    trainer = GRPOTrainer(
        model=session.model,
        args=arguments,
        reward_funcs=functions,
        train_dataset=Dataset.from_list(rows),
        processing_class=session.tokenizer,
        rollout_func=Rollouts(session, monitor, parts),
        callbacks=[monitor],
    )
    trainer.remove_callback(PrinterCallback)
    trainer.remove_callback(ProgressCallback)
    monitor.trainer = trainer
    return trainer


def parts_of(config: RunConfig) -> int:
    """Into how many parts a step is cut: while one is learned from, the environments of the next
    work. The gradient is that of the whole step, with the weights that all of it was played with.

    One part if something is normalised over the whole batch.
    """
    grpo = config.grpo
    whole = grpo.scale_rewards == "batch" or grpo.multi_objective_aggregation != (
        "sum_then_normalize"
    )
    return 1 if whole else math.gcd(config.environment.lanes, grpo.prompts)


class Rollouts:
    """TRL's rollout function, called once for each part of a step.

    Every member of a group gets the same task and seed.
    """

    def __init__(self, session: Session, monitor: Monitor, parts: int) -> None:
        self._session, self._monitor, self._parts = session, monitor, parts
        self._left = 0
        self._playing: Playing
        self._ahead: tuple[int, list[Assignment]] = -1, []

    def __call__(self, prompts: list[Any], trainer: Any) -> dict[str, Any]:
        """The next part of the step. Its first part begins all of them; while the policy learns
        from the last, the environments of the next step begin.
        """
        session, step = self._session, int(trainer.state.global_step)
        size = len(prompts) * self._parts
        if not self._left:
            self._left, self._playing = self._parts, self._begin(step, size, trainer)
        self._left -= 1
        rollout = self._playing.take(len(prompts))
        self._monitor.saw(rollout)
        if not self._left and step + 1 < session.config.grpo.max_steps:
            session.undrawn = session.curriculum.state_dict()
            self._ahead = step + 1, self._tasks(step + 1, size)
            session.crew.begin_ahead(self._ahead[1][: session.sampling.sessions])
        return as_trl(rollout)

    def _begin(self, step: int, size: int, trainer: Any) -> Playing:
        session = self._session
        session.undrawn = None
        return Playing(
            trainer.model,
            session.dialogue,
            session.crew,
            self._ahead[1] if self._ahead[0] == step else self._tasks(step, size),
            session.sampling,
            torch.Generator().manual_seed(session.config.seed * 1_000_003 + step),
            complete=engine(trainer),
        )

    def _tasks(self, step: int, size: int) -> list[Assignment]:
        session, members = self._session, self._session.config.grpo.num_generations
        rng = random.Random(f"tasks {session.config.seed} {step}")
        tasks: list[Assignment] = []
        for _ in range(size // members):
            level = session.curriculum.draw()
            seed = rng.randrange(2**30, 2**31)
            tasks += [Assignment("train", level, seed)] * members
        return tasks


def as_trl(rollout: Rollout) -> dict[str, Any]:
    """Finished rows under TRL's names. Rows that the environment failed are masked whole."""
    return {
        "prompt_ids": [row.prompt for row in rollout.rows],
        "completion_ids": [row.completion for row in rollout.rows],
        "env_mask": [
            row.own if row.episode.failure is None else [0] * len(row.own) for row in rollout.rows
        ],
        "logprobs": [row.logprobs for row in rollout.rows] if rollout.served else None,
        "episode": rollout.episodes,
    }


def uses_vllm(gpu: bool) -> bool:
    """Whether turns come from vLLM in the trainer's process: where it is installed, not under
    Unsloth, which has a way of its own to it and its own kernels for what is done here."""
    return gpu and importlib.util.find_spec("vllm") is not None and "unsloth" not in sys.modules


def engine(trainer: Any) -> Complete | None:
    """vLLM with the weights of this step, if the trainer has it."""
    if not trainer.args.use_vllm:
        return None
    trainer.vllm_generation.sync_weights()

    def complete(prompts: list[list[int]]) -> tuple[list[list[int]], list[list[float]]]:
        _, ids, logprobs, _ = trainer.vllm_generation.generate(
            prompts=prompts, images=None, num_generations=1
        )
        return ids, [[float(token[0]) for token in row] for row in logprobs]

    return complete


def episode_return(episode: list[Episode], **_: Any) -> list[float | None]:
    """What the environment declares: the sum of the step rewards; None if it failed."""
    return [None if one.failure else one.total for one in episode]


def column_reward(name: str) -> Any:
    """A reward function that pays one column."""

    def reward(episode: list[Episode], **_: Any) -> list[float | None]:
        return [None if one.failure else one.columns.get(name, 0.0) for one in episode]

    reward.__name__ = name
    return reward
