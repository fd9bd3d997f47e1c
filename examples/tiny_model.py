"""A language model of a few thousand weights with a tokenizer of its own, made from nothing.

It stands for a real model and its tokenizer. A short warm start on examples teaches it the format,
not the task.
"""

import random
import re
from typing import Any

import tokenizers
import torch
import transformers
import trl

_PAD, _END = "<pad>", "<end>"
_TEMPLATE = (
    "{% for m in messages %}"
    "{% if m.role in ('user', 'tool') %}<ask>{{ m.content }}"
    "{% elif m.role == 'assistant' %}<say>{{ m.content }}{% for c in m.tool_calls or [] %}"
    "<call>{{ {'name': c.function.name, 'arguments': c.function.arguments} | tojson }}</call>"
    "{% endfor %}<end>{% endif %}{% endfor %}"
    "{% if add_generation_prompt %}<say>{% endif %}"
)
_TOOL_CALLS = {
    "defaults": {"role": "assistant"},
    "start_anchor": "<say>",
    "fields": {
        "tool_calls": {
            "open": "<call>",
            "close_pattern": "</call>",
            "repeats": True,
            "content": "json",
            "transform": {"type": "function", "function": "{content}"},
        },
        "content": {"close_pattern": "<end>", "content": "text"},
    },
}


def tiny_tokenizer(pieces: list[str]) -> Any:
    """A tokenizer with one token for each of `pieces` and for each printable character."""
    special = [_PAD, _END, "<ask>", "<say>"]
    words = [*special, "<?>", *dict.fromkeys([*pieces, *map(chr, range(32, 127)), "\n"])]
    core = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({w: n for n, w in enumerate(words)}, unk_token="<?>")
    )
    longest_first = sorted(pieces, key=len, reverse=True)
    pattern = "|".join([*map(re.escape, longest_first), r"[\s\S]"])
    core.pre_tokenizer = tokenizers.pre_tokenizers.Split(tokenizers.Regex(pattern), "isolated")
    core.decoder = tokenizers.decoders.Fuse()
    core.add_special_tokens(special)
    made = transformers.PreTrainedTokenizerFast(
        tokenizer_object=core, eos_token=_END, pad_token=_PAD, chat_template=_TEMPLATE
    )
    made.response_template = _TOOL_CALLS
    return made


def tiny_model(tokenizer: Any, seed: int = 0) -> Any:
    """A Llama with random weights that depend only on `seed`."""
    torch.manual_seed(seed)
    return transformers.LlamaForCausalLM(
        transformers.LlamaConfig(
            vocab_size=len(tokenizer),
            hidden_size=32,
            intermediate_size=64,
            num_hidden_layers=2,
            num_attention_heads=4,
            initializer_range=0.2,
            max_position_embeddings=512,
            eos_token_id=tokenizer.eos_token_id,
            pad_token_id=tokenizer.pad_token_id,
        )
    )


def warm_start(model: Any, tokenizer: Any, texts: list[str], steps: int, seed: int = 0) -> None:
    """Train the model to continue `texts`, all of which must have the same number of tokens."""
    rng, optimizer = random.Random(seed), torch.optim.AdamW(model.parameters(), lr=1e-2)
    rows = [tokenizer.encode(text, add_special_tokens=False) for text in texts]
    for _ in range(steps):
        ids = torch.tensor(rng.sample(rows, min(32, len(rows))))
        model(input_ids=ids, labels=ids).loss.backward()
        optimizer.step()
        optimizer.zero_grad()


def settings(folder: str, steps: int, weights: list[float]) -> Any:
    """Settings for TRL that suit a model of this size on a CPU."""
    return trl.GRPOConfig(
        output_dir=folder,
        max_steps=steps,
        per_device_train_batch_size=32,
        num_generations=8,
        max_completion_length=64,
        learning_rate=3e-3,
        lr_scheduler_type="constant",
        scale_rewards="none",
        reward_weights=weights,
        use_cpu=True,
        bf16=False,
        report_to=[],
        logging_steps=1,
        save_strategy="no",
        disable_tqdm=True,
        seed=0,
    )


def train(trainer: Any, name: str) -> None:
    """Train, and print the mean of a reward function over the first and the last five steps."""
    trainer.remove_callback(transformers.PrinterCallback)
    trainer.train()
    means = [row[f"rewards/{name}/mean"] for row in trainer.state.log_history if "loss" in row]
    first, last = means[:5], means[-5:]
    print(f"{name}: {sum(first) / len(first):.2f} -> {sum(last) / len(last):.2f}")
