"""A TRL `rollout_func` that plays an environment by its `text.py`, for models without tool calls.

The plain way, with any causal model: one `generate` per turn for all open episodes. (The trainer
in this repository has a faster one, with a single cache across turns.)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any

from hallmark_rl.sdk.adapters.episode_totals import Tally
from hallmark_rl.sdk.environment.base import VerifiedEnvironment


@dataclass
class _Row:
    """One episode as tokens; `own` marks what the model wrote."""

    env: Any
    seen: Any
    prompt: list[int]
    completion: list[int] = field(default_factory=list)
    own: list[int] = field(default_factory=list)
    tally: Tally = field(default_factory=Tally)

    def add(self, ids: list[int], *, own: bool) -> None:
        self.completion += ids
        self.own += [int(own)] * len(ids)


def text_rollout(
    env_class: type[VerifiedEnvironment[Any, Any, Any, Any]],
    text: ModuleType,
    *,
    max_turn_tokens: int = 32,
    temperature: float = 1.0,
) -> Callable[[list[Any], Any], dict[str, Any]]:
    """A `rollout_func`: the prompt is `text.SYSTEM` and what is shown; each turn is one line.

    Every prompt is a list of messages whose last one has a `task`, the arguments of `reset`.
    """
    pool: list[VerifiedEnvironment[Any, Any, Any, Any]] = []

    def rollout(prompts: list[Any], trainer: Any) -> dict[str, Any]:
        tokenizer = trainer.processing_class
        while len(pool) < len(prompts):
            pool.append(env_class())
        rows = []
        for env, prompt in zip(pool, prompts, strict=False):
            seen = env.reset(**_task(prompt))
            shown = f"{text.SYSTEM}\n{text.render(seen)}\n"
            row = _Row(env, seen, _encoded(tokenizer, shown))
            row.tally.note(seen)
            rows.append(row)
        turns = 0
        while live := [row for row in rows if not row.seen.done and turns < env_class.max_steps]:
            turns += 1
            _turn(live, trainer, text, max_turn_tokens, temperature)
        for row in rows:
            if not row.completion:  # the environment failed at once; TRL wants a token
                row.add([tokenizer.eos_token_id], own=False)
        return {
            "prompt_ids": [row.prompt for row in rows],
            "completion_ids": [row.completion for row in rows],
            "logprobs": None,
            "env_mask": [row.own for row in rows],
            "tally": [row.tally.to_dict() for row in rows],
        }

    return rollout


def _turn(
    rows: list[_Row], trainer: Any, text: ModuleType, max_turn_tokens: int, temperature: float
) -> None:
    tokenizer = trainer.processing_class
    for row, ids in zip(rows, _generate(rows, trainer, max_turn_tokens, temperature), strict=True):
        row.add(ids, own=True)
        said = tokenizer.decode(ids, skip_special_tokens=True)
        row.seen = row.env.step(text.parse(said))
        row.tally.note(row.seen)
        if not row.seen.done:
            row.add(_encoded(tokenizer, f"\n{text.render(row.seen)}\n"), own=False)


def _generate(
    rows: list[_Row], trainer: Any, max_turn_tokens: int, temperature: float
) -> list[list[int]]:
    """What the model says next in every row, up to and with its end token."""
    import torch

    model = trainer.accelerator.unwrap_model(trainer.model)
    end = trainer.processing_class.eos_token_id
    pieces = [row.prompt + row.completion for row in rows]
    width = max(map(len, pieces))
    ids = [[end] * (width - len(piece)) + piece for piece in pieces]
    mask = [[0] * (width - len(piece)) + [1] * len(piece) for piece in pieces]
    was_training = model.training
    model.eval()
    with torch.no_grad():
        output = model.generate(
            input_ids=torch.tensor(ids, device=model.device),
            attention_mask=torch.tensor(mask, device=model.device),
            max_new_tokens=max_turn_tokens,
            do_sample=True,
            temperature=temperature,
            top_k=0,
            eos_token_id=end,
            pad_token_id=end,
        )
    model.train(was_training)
    said = [row[width:].tolist() for row in output]
    return [ids[: ids.index(end) + 1] if end in ids else ids for ids in said]


def _encoded(tokenizer: Any, text: str) -> list[int]:
    ids: list[int] = tokenizer.encode(text, add_special_tokens=False)
    return ids


def _task(prompt: Any) -> Mapping[str, Any]:
    last = prompt[-1] if isinstance(prompt, list) and prompt else None
    if not isinstance(last, dict) or not isinstance(last.get("task"), dict):
        raise ValueError(
            'text_rollout: each prompt is [{"role": "user", "content": "", "task": {...}}], '
            "where task holds the arguments of reset() (one group, one task)"
        )
    return {name: value for name, value in last["task"].items() if value is not None}
