"""Create a small Llama with one token per character, or load a model from disk or the hub."""

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

# <ask> begins an observation, <say> begins a turn of the model, <end> (the eos token) ends it.
_TEMPLATE = (
    "{% for m in messages %}"
    "{% if m.role == 'user' %}{{ '<ask>' + m.content }}{% endif %}"
    "{% if m.role == 'assistant' %}{{ '<say>' + m.content + '<end>' }}{% endif %}"
    "{% endfor %}{% if add_generation_prompt %}{{ '<say>' }}{% endif %}"
)
_SPECIAL = ["<pad>", "<end>", "<unk>", "<ask>", "<say>"]


def character_tokenizer(alphabet: str) -> Any:
    """A tokenizer with one token for each character of `alphabet` and five special tokens.

    Other characters become `<unk>`. The chat template has no system prompt.
    """
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
    """A Llama of `config`'s size with random weights that depend only on `seed`."""
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


def load_model(
    path: str | Path,
    *,
    dtype: torch.dtype = torch.float32,
    four_bit: bool = False,
    trainable: bool = False,
) -> tuple[Any, Any]:
    """Load `(model, tokenizer)`; for an adapter, its base model with the adapter on it.

    Args:
        path: a folder that `save_pretrained` wrote, or a hub id.
        dtype: type of the weights; with `four_bit`, of the computation.
        four_bit: load the base in NF4, for QLoRA.
        trainable: whether the adapter's weights get gradients.

    Raises:
        OSError: there is no such model.
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
        _disable_bfloat16_kernel(model)
    return model, tokenizer


def _disable_bfloat16_kernel(model: Any) -> None:
    """Keep 4-bit layers of bitsandbytes from switching to its bfloat16 kernel.

    On a CPU with AVX512-BF16, the first evaluation of a 4-bit layer rounds its scales to bfloat16
    permanently; from then on it ignores the requested type and passes no gradient.
    """
    for module in model.modules():
        if hasattr(module, "support_avx512bf16_for_cpu"):
            module.support_avx512bf16_for_cpu = False


def with_adapter(model: Any, rank: int, seed: int) -> Any:
    """`model` with LoRA on every linear layer; alpha is twice the rank, `seed` sets the weights."""
    from peft import LoraConfig, get_peft_model

    adapter = LoraConfig(r=rank, lora_alpha=2 * rank, target_modules="all-linear")
    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        return get_peft_model(model, adapter)


def is_adapter(model: Any) -> bool:
    """Whether the model is a base model with LoRA on top."""
    return hasattr(model, "peft_config")


def load_with_unsloth(config: ModelConfig, seed: int, path: str) -> tuple[Any, Any]:
    """Load `(model, tokenizer)` with Unsloth, which must have been imported before TRL.

    A folder with an adapter is loaded with it; any other model gets a new one.
    """
    from unsloth import FastLanguageModel

    engine: dict[str, Any] = {}
    if config.fast_inference:
        engine = {
            "fast_inference": True,
            "max_lora_rank": config.lora_rank,
            "gpu_memory_utilization": config.engine_memory,
        }
    model, tokenizer = FastLanguageModel.from_pretrained(
        model_name=path, max_seq_length=config.context, load_in_4bit=config.four_bit, **engine
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
