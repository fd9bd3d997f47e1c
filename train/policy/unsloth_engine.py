"""Unsloth's vLLM engine (`fast_inference`) as an inference engine for rollouts.

Unsloth loads the base model into vLLM once. The adapter, which is what training changes, is handed
over for each rollout.
"""

from __future__ import annotations

from typing import Any

from hallmark_rl.sdk.adapters.vllm_turns import GenerateTurns
from hallmark_rl.train.policy.lanes import Sampling

_ADAPTER_NAME = "grpo_rollout_adapter"


def has_unsloth_engine(model: Any) -> bool:
    """Whether Unsloth has loaded the model with `fast_inference`."""
    return getattr(model, "vllm_engine", None) is not None


def unsloth_engine(model: Any, sampling: Sampling) -> GenerateTurns:
    """The engine with the adapter's current weights.

    Args:
        model: a model with an adapter, loaded with `fast_inference`.
        sampling: how turns are sampled.
    """
    from vllm import SamplingParams

    adapter = model.load_lora(_ADAPTER_NAME, load_tensors=True)
    parameters = SamplingParams(
        temperature=sampling.temperature, max_tokens=sampling.max_turn_tokens, logprobs=0
    )

    def generate(prompts: list[list[int]]) -> tuple[list[list[int]], list[list[float]]]:
        outputs = model.fast_generate(
            [{"prompt_token_ids": ids} for ids in prompts],
            sampling_params=parameters,
            lora_request=adapter,
            use_tqdm=False,
        )
        turns = [output.outputs[0] for output in outputs]
        ids = [list(turn.token_ids) for turn in turns]
        logprobs = [
            [known[token].logprob for token, known in zip(row, turn.logprobs, strict=True)]
            for row, turn in zip(ids, turns, strict=True)
        ]
        return ids, logprobs

    return generate
