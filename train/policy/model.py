"""The policy: a tiny Llama with one token per character, made on the spot, or a model from disk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch
from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers
from transformers import (
    AutoModelForCausalLM,
    AutoTokenizer,
    BitsAndBytesConfig,
    LlamaConfig,
    LlamaForCausalLM,
    PreTrainedTokenizerFast,
)

from hallmark_rl.train.config import ModelConfig

# One character opens the conversation, one hands the turn to the model, `;`-like <end> closes it.
_TEMPLATE = (
    "{% for m in messages %}"
    "{% if m.role == 'user' %}{{ '<ask>' + m.content }}{% endif %}"
    "{% if m.role == 'assistant' %}{{ '<say>' + m.content + '<end>' }}{% endif %}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<say>' }}{% endif %}"
)
_SPECIAL = ["<pad>", "<end>", "<unk>", "<ask>", "<say>"]


def character_tokenizer(alphabet: str) -> Any:
    """A tokenizer with one token for each character of `alphabet` and five special ones."""
    symbols = sorted(set(alphabet))
    vocabulary = {symbol: number for number, symbol in enumerate([*_SPECIAL, *symbols])}
    core = Tokenizer(models.WordLevel(vocabulary, unk_token="<unk>"))
    core.pre_tokenizer = pre_tokenizers.Split(Regex(r"[\s\S]"), "isolated")
    core.decoder = decoders.Fuse()
    core.add_special_tokens(_SPECIAL)
    return PreTrainedTokenizerFast(
        tokenizer_object=core,
        eos_token="<end>",
        pad_token="<pad>",
        unk_token="<unk>",
        chat_template=_TEMPLATE,
        clean_up_tokenization_spaces=False,
    )


def tiny_model(config: ModelConfig, tokenizer: Any, seed: int) -> Any:
    """A Llama of `config`'s size with random weights that depend on `seed` alone."""
    shape = LlamaConfig(
        vocab_size=len(tokenizer),
        hidden_size=config.hidden,
        intermediate_size=config.hidden * 3,
        num_hidden_layers=config.layers,
        num_attention_heads=config.heads,
        num_key_value_heads=config.heads,
        max_position_embeddings=config.context,
        pad_token_id=tokenizer.pad_token_id,
        eos_token_id=tokenizer.eos_token_id,
        bos_token_id=None,
        tie_word_embeddings=False,
    )
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return LlamaForCausalLM(shape)


def load(
    path: str | Path,
    *,
    dtype: torch.dtype = torch.float32,
    four_bit: bool = False,
    trainable: bool = False,
) -> tuple[Any, Any]:
    """`(model, tokenizer)` from a folder or a hub id; an adapter is put on its base.

    Args:
        path: what `save_pretrained` wrote, or a hub id.
        dtype: the weights' type; with `four_bit` the type that is computed in.
        four_bit: load the base in NF4, for QLoRA.
        trainable: whether an adapter's weights will be trained on.
    """
    tokenizer = AutoTokenizer.from_pretrained(path)
    if tokenizer.pad_token is None:
        tokenizer.pad_token = tokenizer.eos_token
    options: dict[str, Any] = {"dtype": dtype}
    if four_bit:
        options["quantization_config"] = BitsAndBytesConfig(
            load_in_4bit=True, bnb_4bit_quant_type="nf4", bnb_4bit_compute_dtype=dtype
        )
    if (Path(path) / "adapter_config.json").is_file():
        from peft import AutoPeftModelForCausalLM

        model = AutoPeftModelForCausalLM.from_pretrained(path, is_trainable=trainable, **options)
    else:
        model = AutoModelForCausalLM.from_pretrained(path, **options)
    if four_bit:
        _compute_as_asked(model)
    return model, tokenizer


def _compute_as_asked(model: Any) -> None:
    """Keep bitsandbytes from its bfloat16 kernel.

    On a CPU with AVX512-BF16 a 4-bit layer that is evaluated once rounds its scales to bfloat16 for
    good, computes in it whatever was asked for, and passes no gradient on from then on.
    """
    for module in model.modules():
        if hasattr(module, "support_avx512bf16_for_cpu"):
            module.support_avx512bf16_for_cpu = False


def with_adapter(model: Any, rank: int, seed: int) -> Any:
    """LoRA on every linear layer of `model`."""
    from peft import LoraConfig, get_peft_model

    adapter = LoraConfig(r=rank, lora_alpha=2 * rank, target_modules="all-linear")
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return get_peft_model(model, adapter)


def load_with_unsloth(config: ModelConfig, seed: int, path: str) -> tuple[Any, Any]:
    """The model at `path` through Unsloth, which must be imported by now.

    What has an adapter already comes back with it; anything else gets a fresh one.
    """
    from unsloth import FastLanguageModel

    model, tokenizer = FastLanguageModel.from_pretrained(
        model_name=path, max_seq_length=config.context, load_in_4bit=config.four_bit
    )
    if (Path(path) / "adapter_config.json").is_file():
        return model, tokenizer
    model = FastLanguageModel.get_peft_model(
        model,
        r=config.lora_rank,
        lora_alpha=2 * config.lora_rank,
        use_gradient_checkpointing="unsloth",
        random_state=seed,
    )
    return model, tokenizer
