"""The policy: a language model with the tokens of its chat template and its sampling settings."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch

from hallmark_rl.sdk.adapters.chat_tokens import ChatTokens
from hallmark_rl.train.config import RunConfig, RunRefused
from hallmark_rl.train.environments.env_pool import EnvPool
from hallmark_rl.train.environments.rollout_env import Assignment
from hallmark_rl.train.policy.lanes import Sampling
from hallmark_rl.train.policy.model_loading import (
    character_tokenizer,
    load_model,
    load_with_unsloth,
    tiny_model,
    with_adapter,
)
from hallmark_rl.train.policy.rollout import Rollout, RolloutStream
from hallmark_rl.train.policy.warm_start import demonstrated_levels, longest_turn_tokens


@dataclass(frozen=True)
class ChatPolicy:
    """A language model that plays environments.

    Attributes:
        model: the causal language model that is trained.
        tokenizer: its tokenizer.
        chat: encodes observations and turns with the tokenizer's chat template.
        sampling: how turns are sampled.
    """

    model: Any
    tokenizer: Any
    chat: ChatTokens
    sampling: Sampling

    def play(
        self,
        pool: EnvPool,
        tasks: list[Assignment],
        seeds: Sequence[str],
        *,
        audited: bool = False,
        greedy: bool = False,
    ) -> Rollout:
        """Play `tasks` to their ends with the current weights; see `RolloutStream`. `greedy` takes
        the most likely token each time."""
        sampling = replace(self.sampling, temperature=0.0) if greedy else self.sampling
        stream = RolloutStream(self.model, self.chat, pool, tasks, sampling, seeds, audited=audited)
        return stream.take(len(tasks))

    def save(self, folder: Path) -> None:
        """Write model and tokenizer, for `load_policy`."""
        self.model.save_pretrained(folder)
        self.tokenizer.save_pretrained(folder)


def new_policy(config: RunConfig, text: Any, levels: tuple[int, ...]) -> ChatPolicy:
    """The policy that training starts from: the configured model, or a small one with random
    weights.

    Args:
        config: settings of the run.
        text: the environment's text form.
        levels: the run's levels; their demonstrations set the longest turn.

    Raises:
        RunRefused: the configured model cannot be loaded.
    """
    try:
        model, tokenizer = _new_model(config, text)
    except OSError as error:
        reason = " ".join(str(error).split())[:300]
        raise RunRefused(f"--model {config.model.path}: {reason}") from error
    return _policy(model, tokenizer, config, text, levels)


def load_policy(folder: Path, config: RunConfig, text: Any, levels: tuple[int, ...]) -> ChatPolicy:
    """Load a policy that this run has written; the other arguments are those of `new_policy`."""
    model, tokenizer = _saved_model(folder, config)
    return _policy(model, tokenizer, config, text, levels)


def _new_model(config: RunConfig, text: Any) -> tuple[Any, Any]:
    settings = config.model
    if settings.path is None:
        tokenizer = character_tokenizer(text.ALPHABET)
        return tiny_model(settings, tokenizer, config.seed), tokenizer
    if _uses_unsloth(config):
        return load_with_unsloth(settings, config.seed, settings.path)
    model, tokenizer = load_model(settings.path, dtype=_dtype(config), four_bit=settings.four_bit)
    if settings.lora_rank:
        model = with_adapter(model, settings.lora_rank, config.seed)
    return model, tokenizer


def _saved_model(folder: Path, config: RunConfig) -> tuple[Any, Any]:
    adapter = (folder / "adapter_config.json").is_file()
    if adapter and _uses_unsloth(config):
        return load_with_unsloth(config.model, config.seed, str(folder))
    quantised = config.model.four_bit and adapter
    model, tokenizer = load_model(folder, dtype=_dtype(config), four_bit=quantised, trainable=True)
    model.to("cuda" if config.gpu and torch.cuda.is_available() else "cpu")
    return model, tokenizer


def _policy(
    model: Any, tokenizer: Any, config: RunConfig, text: Any, levels: tuple[int, ...]
) -> ChatPolicy:
    chat = ChatTokens(tokenizer, text.SYSTEM if config.model.system_prompt else None)
    max_turn_tokens = config.grpo.max_turn_tokens or max(
        (
            longest_turn_tokens(chat, text, level=level)
            for level in demonstrated_levels(text, levels)
        ),
        default=text.MAX_TURN_CHARS,
    )
    sampling = Sampling(
        config.grpo.temperature,
        max_turn_tokens,
        config.grpo.max_turns,
        config.environment.lanes,
        config.environment.sessions,
    )
    return ChatPolicy(model, tokenizer, chat, sampling)


def _uses_unsloth(config: RunConfig) -> bool:
    """`prepare_process` has imported it if this run uses it."""
    return config.gpu and config.grpo.vllm_mode == "colocate" and "unsloth" in sys.modules


def _dtype(config: RunConfig) -> torch.dtype:
    return torch.bfloat16 if config.gpu else torch.float32
