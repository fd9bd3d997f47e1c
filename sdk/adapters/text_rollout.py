"""A TRL `rollout_func` that plays an environment as text, for models without tool calls.

It works with any causal model and calls `generate` once per turn for all unfinished episodes. (The
trainer in `hallmark_rl.train` is faster: it keeps one key-value cache across turns.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from hallmark_rl.sdk.adapters.episode_totals import EpisodeTotals
from hallmark_rl.sdk.environment.base import VerifiedEnvironment


@dataclass
class _Row:
    """One episode as tokens; `is_model_token` is 1 for those that the model generated, else 0."""

    env: Any
    observation: Any
    prompt: list[int]
    completion: list[int] = field(default_factory=list)
    is_model_token: list[int] = field(default_factory=list)
    totals: EpisodeTotals = field(default_factory=EpisodeTotals)

    def add(self, ids: list[int], *, by_model: bool) -> None:
        self.completion += ids
        self.is_model_token += [int(by_model)] * len(ids)


def text_rollout(
    env_class: type[VerifiedEnvironment[Any, Any, Any, Any]],
    text: ModuleType,
    *,
    max_turn_tokens: int = 32,
    temperature: float = 1.0,
) -> Callable[[list[Any], Any], dict[str, Any]]:
    """A `rollout_func` for TRL's `GRPOTrainer`.

    The model sees `text.SYSTEM` and the rendered first observation; then its turns and the rendered
    observations alternate, one line each.

    Args:
        env_class: the environment to play.
        text: the environment's module `text.py`; its `SYSTEM`, `render` and `parse` are used.
        max_turn_tokens: the largest number of tokens that the model may generate in a turn.
        temperature: for sampling.

    Every prompt of the dataset is a list of messages; the last message has an entry `task` with the
    arguments of `reset`.

    Returns:
        A function `(prompts, trainer)`. It returns a dict of lists with one entry for each prompt:
        `prompt_ids` and `completion_ids` (token ids), `env_mask` (for each completion token 1 if
        the model generated it, 0 if it is an observation) and `episode_totals` (the fields of
        `EpisodeTotals`); and `logprobs`, which is None.

    Raises:
        ValueError: when called with a prompt without `task`.
    """
    pool: list[VerifiedEnvironment[Any, Any, Any, Any]] = []

    def rollout(prompts: list[Any], trainer: Any) -> dict[str, Any]:
        tokenizer = trainer.processing_class
        while len(pool) < len(prompts):
            pool.append(env_class())
        rows = []
        for env, prompt in zip(pool, prompts, strict=False):
            observation = env.reset(**_reset_arguments(prompt))
            shown = f"{text.SYSTEM}\n{text.render(observation)}\n"
            row = _Row(env, observation, _encode(tokenizer, shown))
            row.totals.add(observation)
            rows.append(row)
        for _ in range(env_class.max_steps):
            unfinished = [row for row in rows if not row.observation.done]
            if not unfinished:
                break
            _play_turn(unfinished, trainer, text, max_turn_tokens, temperature)
        for row in rows:
            if not row.completion:  # the environment failed in `reset`; TRL needs a token
                row.add([tokenizer.eos_token_id], by_model=False)
        return {
            "prompt_ids": [row.prompt for row in rows],
            "completion_ids": [row.completion for row in rows],
            "logprobs": None,
            "env_mask": [row.is_model_token for row in rows],
            "episode_totals": [row.totals.to_dict() for row in rows],
        }

    return rollout


def _play_turn(
    rows: list[_Row], trainer: Any, text: ModuleType, max_turn_tokens: int, temperature: float
) -> None:
    """Generate one turn in every row, play it, and append the observation unless it is the last."""
    tokenizer = trainer.processing_class
    for row, ids in zip(rows, _generate(rows, trainer, max_turn_tokens, temperature), strict=True):
        row.add(ids, by_model=True)
        completion = tokenizer.decode(ids, skip_special_tokens=True)
        row.observation = row.env.step(text.parse(completion))
        row.totals.add(row.observation)
        if not row.observation.done:
            shown = f"\n{text.render(row.observation)}\n"
            row.add(_encode(tokenizer, shown), by_model=False)


def _generate(
    rows: list[_Row], trainer: Any, max_turn_tokens: int, temperature: float
) -> list[list[int]]:
    """The next tokens of the model in every row, up to and including its end token."""
    import torch

    model = trainer.accelerator.unwrap_model(trainer.model)
    end = trainer.processing_class.eos_token_id
    texts = [row.prompt + row.completion for row in rows]
    width = max(map(len, texts))
    padded = [[end] * (width - len(text)) + text for text in texts]
    mask = [[0] * (width - len(text)) + [1] * len(text) for text in texts]
    was_training = model.training
    model.eval()
    with torch.no_grad():
        output = model.generate(
            input_ids=torch.tensor(padded, device=model.device),
            attention_mask=torch.tensor(mask, device=model.device),
            max_new_tokens=max_turn_tokens,
            do_sample=True,
            temperature=temperature,
            top_k=0,
            eos_token_id=end,
            pad_token_id=end,
        )
    model.train(was_training)
    generated = [row[width:].tolist() for row in output]
    return [ids[: ids.index(end) + 1] if end in ids else ids for ids in generated]


def _encode(tokenizer: Any, text: str) -> list[int]:
    ids: list[int] = tokenizer.encode(text, add_special_tokens=False)
    return ids


def _reset_arguments(prompt: Any) -> Mapping[str, Any]:
    last = prompt[-1] if isinstance(prompt, list) and prompt else None
    if not isinstance(last, dict) or not isinstance(last.get("task"), dict):
        raise ValueError(
            'text_rollout: each prompt is [{"role": "user", "content": "", "task": {...}}], '
            "where task holds the arguments of reset() (one group, one task)"
        )
    return {name: value for name, value in last["task"].items() if value is not None}
