"""The TRL adapters in TRL's own trainer, with a model of a few thousand weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openenv")
pytest.importorskip("trl")

import datasets
import tokenizers
import torch
import transformers
import trl

from hallmark_rl.envs.wordle import text
from hallmark_rl.envs.wordle.server.wordle_environment import WordleEnvironment
from hallmark_rl.sdk.adapters.trl import (
    reward_functions,
    reward_weights,
    text_rollout,
    tool_environment,
)

REWARD = WordleEnvironment.reward
WORDS = ["<|im_start|>", "<|im_end|>", *map(chr, range(32, 127)), "\n"]


def tokenizer() -> Any:
    """A tokenizer with one token per character and the two tokens of a chat format."""
    inner = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({word: n for n, word in enumerate(WORDS)}, unk_token="?")
    )
    inner.pre_tokenizer = tokenizers.pre_tokenizers.Split("", "isolated")
    inner.decoder = tokenizers.decoders.Fuse()
    made = transformers.PreTrainedTokenizerFast(
        tokenizer_object=inner, eos_token="<|im_end|>", pad_token="<|im_end|>"
    )
    made.add_special_tokens({"additional_special_tokens": ["<|im_start|>"]})
    return made


def model(end: int) -> Any:
    """A tiny Llama with random weights."""
    torch.manual_seed(0)
    return transformers.LlamaForCausalLM(
        transformers.LlamaConfig(
            vocab_size=len(WORDS) + 8,
            hidden_size=16,
            intermediate_size=16,
            num_hidden_layers=1,
            num_attention_heads=2,
            eos_token_id=end,
            pad_token_id=end,
        )
    )


def train(folder: Path, rows: list[dict[str, Any]], spoken: Any = None, **how: Any) -> Any:
    """Run one step of GRPO; returns its log. `spoken` replaces the model's generation."""
    tokens = how.pop("tokens")
    args = trl.GRPOConfig(
        output_dir=str(folder),
        max_steps=1,
        per_device_train_batch_size=4,
        num_generations=2,
        max_completion_length=400,
        reward_weights=reward_weights(REWARD),
        use_cpu=True,
        bf16=False,
        report_to=[],
        logging_steps=1,
    )
    trainer = trl.GRPOTrainer(
        model(tokens.eos_token_id),
        reward_funcs=reward_functions(REWARD),
        args=args,
        train_dataset=datasets.Dataset.from_list(rows),
        processing_class=tokens,
        **how,
    )
    if spoken is not None:
        trainer._generate_single_turn = spoken
    trainer.train()
    return trainer.state.log_history[0]


def test_grpo_trains_on_a_text_rollout(tmp_path: Path) -> None:
    rows = [
        {"prompt": [{"role": "user", "content": "", "task": {"seed": seed, "level": 1}}]}
        for seed in range(4)
    ]
    rollout = text_rollout(WordleEnvironment, text, max_turn_tokens=4)
    logged = train(tmp_path, rows, tokens=tokenizer(), rollout_func=rollout)
    assert logged["rewards/episode_return/mean"] == 0.0
    assert 0 <= logged["rewards/playable/mean"] <= 1


def test_grpo_trains_on_tool_calls(tmp_path: Path) -> None:
    tokens = tokenizer()
    templates = Path(trl.__file__).parent / "chat_templates"
    tokens.chat_template = (templates / "qwen3.jinja").read_text(encoding="utf-8")
    env = WordleEnvironment()
    targets = {
        seed: env.reset(seed=seed, level=1) and env.reveal().target.reveal() for seed in (1, 2)
    }
    said: list[str] = []

    def spoken(prompt_ids: list[list[int]], *_: Any, **__: Any) -> Any:
        """Guess the target of seed 1 in every episode, then stop."""
        said.extend(tokens.decode(ids) for ids in prompt_ids)
        call = f'{{"name": "guess", "arguments": {{"word": "{targets[1]}"}}}}'
        answer = (
            f"<tool_call>\n{call}\n</tool_call><|im_end|>" if len(said) <= 4 else "ok<|im_end|>"
        )
        ids = tokens.encode(answer, add_special_tokens=False)
        return [list(ids) for _ in prompt_ids], None

    rows = [
        {"prompt": [{"role": "user", "content": "Play. "}], "seed": seed, "level": 1}
        for seed in (1, 2)
    ]
    factory = tool_environment(WordleEnvironment, tool="guess", render=text.render)
    logged = train(tmp_path, rows, spoken, tokens=tokens, environment_factory=factory)
    assert logged["rewards/episode_return/mean"] == 0.5, "won with seed 1, not with seed 2"
    assert logged["rewards/playable/mean"] == 1.0
    assert '"name": "guess"' in said[0]
    assert "Play. -+___" in said[0]
    assert "The episode is over." in "".join(said[4:])
