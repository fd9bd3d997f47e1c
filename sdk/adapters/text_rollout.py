"""A TRL `rollout_func` that plays an environment as text, for models without tool calls.

It works with any causal model that has a chat template, and generates one turn at a time for all
unfinished episodes, with vLLM if the trainer uses it. (The trainer in `hallmark_rl.train` is
faster: it keeps one key-value cache across turns.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from hallmark_rl.sdk.adapters.chat_tokens import ChatTokens
from hallmark_rl.sdk.adapters.episode_player import EpisodePlayer
from hallmark_rl.sdk.adapters.playable import EnvironmentLike, open_environment
from hallmark_rl.sdk.adapters.vllm_turns import vllm_turns
from hallmark_rl.sdk.common.errors import is_unparsable

_MAX_TURNS = 32


@dataclass
class _Row:
    """One episode as tokens; `is_model_token` is 1 for those that the model generated, else 0."""

    player: EpisodePlayer
    prompt: list[int]
    completion: list[int] = field(default_factory=list)
    is_model_token: list[int] = field(default_factory=list)
    logprobs: list[float] = field(default_factory=list)
    over: bool = False

    def add(self, ids: list[int], logprobs: Sequence[float] | None = None) -> None:
        """Append tokens of the model with their log-probabilities, or of the environment."""
        self.completion += ids
        self.is_model_token += [int(logprobs is not None)] * len(ids)
        self.logprobs += logprobs or [0.0] * len(ids)


def rollout_func(
    environment: EnvironmentLike,
    *,
    text: Any = None,
    max_turn_tokens: int = 32,
    temperature: float = 1.0,
    max_turns: int | None = None,
) -> Callable[[list[Any], Any], dict[str, Any]]:
    """A `rollout_func` for TRL's `GRPOTrainer`.

    The model sees the row's prompt, or `text.SYSTEM` if that is empty, followed by the rendered
    first observation; then its turns and the rendered observations alternate, in the format of the
    tokenizer's chat template. A turn in which it names no action ends the episode as its mistake.

    Args:
        environment: what is trained on.
        text: a module like `text.py`, of which `SYSTEM`, `render` and `parse` are used; by default
            that of the environment, else JSON.
        max_turn_tokens: the largest number of tokens in a turn. (vLLM: `max_completion_length`.)
        temperature: for sampling. (vLLM: that of the trainer.)
        max_turns: the largest number of turns; by default the environment's declared step limit,
            else 32. An episode that has not ended by then is unfinished (see `reward_funcs`).

    Every prompt of the dataset is a list of messages; the last message has an entry `task` with the
    arguments of `reset`: `{"role": "user", "content": "", "task": {"seed": 3}}`.

    Returns:
        A function `(prompts, trainer)`. It returns a dict of lists with one entry for each prompt:
        `prompt_ids` and `completion_ids` (token ids), `env_mask` (for each completion token 1 if
        the model generated it; 0 if it is an observation, or if the environment failed),
        `episode_totals` (the fields of `EpisodeTotals`), and `logprobs` if vLLM generated, else
        None.

    Raises:
        SubjectError: the environment cannot be loaded.
        ValueError: when called with a prompt without `task`, or with a `task` that the environment
            refuses; if the tokenizer has no chat template; if the model is sharded (FSDP, ZeRO-3)
            and vLLM does not generate; or if a vLLM server would generate for several processes.
    """
    playable = open_environment(environment)
    form = text or playable.text
    players: list[EpisodePlayer] = []
    turns = max_turns or playable.max_steps or _MAX_TURNS

    def rollout(prompts: list[Any], trainer: Any) -> dict[str, Any]:
        chat = ChatTokens(trainer.processing_class)
        if not chat.has_template:
            raise ValueError("rollout_func: the tokenizer has no chat template: set one")
        while len(players) < len(prompts):
            players.append(EpisodePlayer(playable))
        generate = vllm_turns(trainer) or _own_turns(trainer, max_turn_tokens, temperature)
        rows = [
            _begin(player, prompt, chat, form)
            for player, prompt in zip(players, prompts, strict=False)
        ]
        for _ in range(turns):
            unfinished = [row for row in rows if not row.over]
            if not unfinished:
                break
            ids, logprobs = generate([row.prompt + row.completion for row in unfinished])
            for row, turn, turn_logprobs in zip(unfinished, ids, logprobs, strict=True):
                _play_turn(row, turn, turn_logprobs, chat, form)
        return _as_trl(rows, with_logprobs=vllm_turns(trainer) is not None)

    return rollout


def _begin(player: EpisodePlayer, prompt: Any, chat: ChatTokens, form: Any) -> _Row:
    """Reset an environment for a prompt of the dataset, and encode what the model sees first."""
    *before, last = prompt if isinstance(prompt, list) and prompt else [None]
    if not isinstance(last, dict) or not isinstance(last.get("task"), dict):
        raise ValueError(
            'rollout_func: each prompt is [{"role": "user", "content": "", "task": {...}}], '
            "where task holds the arguments of reset() (one group, one task)"
        )
    player.reset(last["task"])
    shown = _rendered(player, form)
    content = str(last.get("content") or "")
    if not content and not before:
        content = f"{form.SYSTEM}\n\n" if form.SYSTEM else ""
    messages = [*before, {"role": last.get("role", "user"), "content": content + shown}]
    row = _Row(player, chat.encode_messages(messages))
    row.over = player.totals.done
    if row.over:  # there is nothing to play; TRL needs a token, here masked
        row.add([chat.end])
    return row


def _play_turn(
    row: _Row, ids: list[int], logprobs: Sequence[float], chat: ChatTokens, form: Any
) -> None:
    """Play one turn of the model, and append the observation unless it is the last."""
    row.add(ids, logprobs)
    (completion,) = chat.decode_turns([ids])
    player = row.player
    try:
        action = form.parse(completion)
    except Exception as error:
        if not is_unparsable(error):
            player.totals.fail()
        row.over = True
        return
    row.over = not player.step(action) or player.totals.done
    if row.over:
        return
    shown = _rendered(player, form)
    row.over = player.totals.done
    if not row.over:
        end = [] if ids and ids[-1] == chat.end else [chat.end]
        row.add(end + chat.encode_replies([shown])[0])


def _rendered(player: EpisodePlayer, form: Any) -> str:
    """The text of the latest observation; empty if the environment failed."""
    if player.totals.failed:
        return ""
    try:
        return str(form.render(player.observation))
    except Exception:  # the author's code: without its text the episode cannot be played
        player.totals.fail()
        return ""


def _as_trl(rows: list[_Row], *, with_logprobs: bool) -> dict[str, Any]:
    return {
        "prompt_ids": [row.prompt for row in rows],
        "completion_ids": [row.completion for row in rows],
        "logprobs": [row.logprobs for row in rows] if with_logprobs else None,
        "env_mask": [
            [0] * len(row.completion) if row.player.totals.failed else row.is_model_token
            for row in rows
        ],
        "episode_totals": [row.player.totals.to_dict() for row in rows],
    }


def _own_turns(trainer: Any, max_turn_tokens: int, temperature: float) -> Any:
    """Generates the next turn of each sequence, up to and including the end token, with the model
    itself."""
    if _is_sharded(trainer):
        raise ValueError(
            "rollout_func: under FSDP or DeepSpeed ZeRO-3 no process has the whole model: set "
            "use_vllm in GRPOConfig, or use environment_factory"
        )
    import torch

    model = trainer.accelerator.unwrap_model(trainer.model)
    end = int(trainer.processing_class.eos_token_id)

    def generate(sequences: list[list[int]]) -> tuple[list[list[int]], list[list[float]]]:
        width = max(map(len, sequences))
        padded = [[end] * (width - len(ids)) + ids for ids in sequences]
        mask = [[0] * (width - len(ids)) + [1] * len(ids) for ids in sequences]
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
        generated = [ids[width:].tolist() for ids in output]
        turns = [ids[: ids.index(end) + 1] if end in ids else ids for ids in generated]
        return turns, [[0.0] * len(ids) for ids in turns]

    return generate


def _is_sharded(trainer: Any) -> bool:
    """Whether the weights are distributed over processes."""
    plugin = getattr(trainer.accelerator.state, "deepspeed_plugin", None)
    return bool(trainer.is_fsdp_enabled) or getattr(plugin, "zero_stage", 0) == 3
