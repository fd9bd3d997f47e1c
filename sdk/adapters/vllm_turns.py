"""Turns of many conversations from the vLLM engine that TRL's trainer uses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

GenerateTurns = Callable[[list[list[int]]], tuple[list[list[int]], list[list[float]]]]
"""An inference engine: from sequences of token ids to the next turn of each, as token ids and the
log-probability of each token."""


def vllm_turns(trainer: Any) -> GenerateTurns | None:
    """The engine of a trainer, in its process or on a server; None if it does not use vLLM.

    The weights are those of the last `trainer.vllm_generation.sync_weights()`, which TRL calls
    before each rollout function.

    Raises:
        ValueError: a server generates for several training processes. It would generate for all at
            once, and their episodes differ in the number of turns.
    """
    if not getattr(trainer.args, "use_vllm", False):
        return None
    if trainer.args.vllm_mode == "server" and trainer.accelerator.num_processes > 1:
        raise ValueError(
            "vllm_mode server is for one training process: its turns are generated for all "
            "processes at once, and episodes differ in their number of turns"
        )

    def generate(sequences: list[list[int]]) -> tuple[list[list[int]], list[list[float]]]:
        _, ids, logprobs, _ = trainer.vllm_generation.generate(
            prompts=sequences, images=None, num_generations=1
        )
        return ids, [[float(token[0]) for token in row] for row in logprobs]

    return generate
