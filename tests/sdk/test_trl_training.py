"""The TRL adapters in TRL's own trainer, with a model of a few thousand weights: what reaches the
prompt, the rewards, and the loss."""

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
from hallmark_rl.sandbox import Sandbox
from hallmark_rl.sdk.adapters.trl import (
    code_reward,
    environment_factory,
    reward_funcs,
    rollout_func,
)
from tests.sdk.guessing import Guessing

WORDS = ["<|im_start|>", "<|im_end|>", *map(chr, range(32, 127)), "\n"]


def tokenizer() -> Any:
    """A tokenizer with one token per character and Qwen's chat template."""
    inner = tokenizers.Tokenizer(
        tokenizers.models.WordLevel({word: n for n, word in enumerate(WORDS)}, unk_token="?")
    )
    inner.pre_tokenizer = tokenizers.pre_tokenizers.Split("", "isolated")
    inner.decoder = tokenizers.decoders.Fuse()
    made = transformers.PreTrainedTokenizerFast(
        tokenizer_object=inner, eos_token="<|im_end|>", pad_token="<|im_end|>"
    )
    made.add_special_tokens({"additional_special_tokens": ["<|im_start|>"]})
    templates = Path(trl.__file__).parent / "chat_templates"
    made.chat_template = (templates / "qwen3.jinja").read_text(encoding="utf-8")
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


def train(
    folder: Path, rows: list[dict[str, Any]], rewards: Any, says: Any = None, **how: Any
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Run one step of GRPO on four episodes, two of each of two rows.

    Args:
        says: the texts that the model generates, from the texts of the sequences before them; None
            for the model's own.

    Returns:
        The log, and the batch for the loss, before TRL shuffles it. Advantages are rewards minus
        the mean of their group, so that a reward that counted twice would show.
    """
    tokens = tokenizer()
    args = trl.GRPOConfig(
        output_dir=str(folder),
        max_steps=1,
        per_device_train_batch_size=4,
        num_generations=2,
        max_completion_length=400,
        reward_weights=rewards.weights,
        scale_rewards="none",
        use_cpu=True,
        bf16=False,
        report_to=[],
        logging_steps=1,
        shuffle_dataset=False,
    )
    trainer = trl.GRPOTrainer(
        model(tokens.eos_token_id),
        reward_funcs=rewards,
        args=args,
        train_dataset=datasets.Dataset.from_list(rows),
        processing_class=tokens,
        **how,
    )

    def generate(prompt_ids: list[list[int]], *_: Any, **__: Any) -> Any:
        answers = says([tokens.decode(ids) for ids in prompt_ids])
        ids = [tokens.encode(f"{each}<|im_end|>", add_special_tokens=False) for each in answers]
        return ids, None

    if says is not None:
        trainer._generate_single_turn = generate
    batches: list[dict[str, Any]] = []
    score = trainer._generate_and_score_completions

    def recorded(inputs: Any) -> dict[str, Any]:
        batches.append(score(inputs))
        return batches[-1]

    trainer._generate_and_score_completions = recorded
    trainer.train()
    (batch,) = batches
    return trainer.state.log_history[0], batch


def call(tool: str, arguments: str) -> str:
    return f'<tool_call>\n{{"name": "{tool}", "arguments": {{{arguments}}}}}\n</tool_call>'


def targets(env_class: Any, *seeds: int, **options: Any) -> list[Any]:
    found = []
    for seed in seeds:
        env = env_class()
        env.reset(seed=seed, **options)
        found.append(env.reveal().target.reveal())
    return found


def as_text(says: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `says` speak in a text rollout, from the texts so far."""
    from hallmark_rl.sdk.adapters import text_rollout

    def own_turns(trainer: Any, *_: Any) -> Any:
        tokens = trainer.processing_class

        def generate(sequences: list[list[int]]) -> Any:
            answers = says([tokens.decode(ids) for ids in sequences])
            ids = [tokens.encode(f"{each}<|im_end|>", add_special_tokens=False) for each in answers]
            return ids, [[0.0] * len(row) for row in ids]

        return generate

    monkeypatch.setattr(text_rollout, "_own_turns", own_turns)


def advantages(batch: dict[str, Any]) -> list[float]:
    return [round(float(value), 5) for value in batch["advantages"]]


def test_grpo_trains_on_a_text_rollout(tmp_path: Path) -> None:
    """With the model's own tokens, most of which are no guesses."""
    rows = [
        {"prompt": [{"role": "user", "content": "", "task": {"seed": seed, "level": 1}}]}
        for seed in range(4)
    ]
    rollout = rollout_func(WordleEnvironment, max_turn_tokens=4)
    logged, batch = train(tmp_path, rows, reward_funcs(WordleEnvironment), rollout_func=rollout)
    assert logged["rewards/episode_return/mean"] == 0.0
    assert 0 <= logged["rewards/playable/mean"] <= 1
    assert advantages(batch) == [0.0] * 4


def test_an_oracle_earns_the_maximum_as_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = targets(WordleEnvironment, 1, 2, level=1)
    seen: list[str] = []

    def says(texts: list[str]) -> list[str]:
        """The first guess is wrong in one episode of each group."""
        seen.extend(texts)
        answers = [first, first, second, second]
        return answers if len(texts) == 4 else [answer for answer in answers if answer]

    as_text(says, monkeypatch)
    rows = [
        {"prompt": [{"role": "user", "content": "", "task": {"seed": seed, "level": 1}}]}
        for seed in (1, 2)
    ]
    rewards = reward_funcs(WordleEnvironment)
    logged, batch = train(tmp_path, rows, rewards, rollout_func=rollout_func(WordleEnvironment))
    assert logged["rewards/episode_return/mean"] == logged["reward"] == 1.0
    assert text.SYSTEM in seen[0]
    assert "-+___" in seen[0], "the first observation is in the prompt"
    assert advantages(batch) == [0.0] * 4


def test_the_return_reaches_the_loss_once_and_observations_do_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One episode of the first group is won in two turns; the others are lost."""
    (target,) = targets(WordleEnvironment, 1, level=1)
    turn = 0

    def says(texts: list[str]) -> list[str]:
        nonlocal turn
        turn += 1
        return [target if row == 0 and turn == 2 else "aab" for row in range(len(texts))]

    as_text(says, monkeypatch)
    rows = [
        {"prompt": [{"role": "user", "content": "Go: ", "task": {"seed": seed, "level": 1}}]}
        for seed in (1, 2)
    ]
    rewards = reward_funcs(WordleEnvironment)
    logged, batch = train(tmp_path, rows, rewards, rollout_func=rollout_func(WordleEnvironment))
    assert logged["reward"] == 0.25
    assert advantages(batch) == [0.5, -0.5, 0.0, 0.0]
    tokens = tokenizer()
    ids, mask = batch["completion_ids"][0], batch["tool_mask"][0] * batch["completion_mask"][0]
    assert tokens.decode(ids[mask.bool()]) == f"aab<|im_end|>{target}<|im_end|>"
    prompt = tokens.decode(batch["prompt_ids"][0])
    assert "Go: -+___" in prompt
    assert text.SYSTEM not in prompt, "the row's own text replaces it"


def test_episodes_that_failed_are_masked_as_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = targets(Guessing, 1, 2)
    said = [{"number": first}, {"number": 0, "stunt": "crash"}, {"number": second}, {"number": -1}]
    as_text(lambda texts: [str(said.pop(0)).replace("'", '"') for _ in texts], monkeypatch)
    rows = [
        {"prompt": [{"role": "user", "content": "", "task": {"seed": seed}}]} for seed in (1, 2)
    ]
    rewards = reward_funcs(Guessing)
    rollout = rollout_func(Guessing, max_turns=1)
    logged, batch = train(tmp_path, rows, rewards, rollout_func=rollout)
    assert advantages(batch) == [0.0, 0.0, 0.5, -0.5], "its group's baseline is without it"
    assert logged["rewards/episode_return/mean"] == pytest.approx(2 / 3)
    mask = batch["tool_mask"] * batch["completion_mask"]
    assert [bool(row.any()) for row in mask] == [True, False, True, True]


def test_an_oracle_earns_the_maximum_by_tool_calls(tmp_path: Path) -> None:
    (target,) = targets(WordleEnvironment, 1, level=1)
    seen: list[str] = []

    def says(texts: list[str]) -> list[str]:
        """Guess the target of seed 1 in every episode, then stop."""
        seen.extend(texts)
        word = call("guess", f'"word": "{target}"')
        return [word if len(seen) <= 4 else "ok" for _ in texts]

    rows = [
        {"prompt": [{"role": "user", "content": "Play. "}], "seed": seed, "level": 1}
        for seed in (1, 2)
    ]
    factory = environment_factory(WordleEnvironment, tool="guess", render=text.render)
    rewards = reward_funcs(WordleEnvironment)
    logged, batch = train(tmp_path, rows, rewards, says, environment_factory=factory)
    assert logged["rewards/episode_return/mean"] == 0.5, "won with seed 1, not with seed 2"
    assert logged["reward"] == 0.5
    assert logged["rewards/playable/mean"] == 1.0
    assert '"name": "guess"' in seen[0]
    assert "Play. -+___" in seen[0], "the text of reset() is in the prompt"
    assert "The episode is over." in "".join(seen[4:])
    assert advantages(batch) == [0.0] * 4


def test_the_return_of_tool_calls_reaches_the_loss_once_and_failures_do_not(
    tmp_path: Path,
) -> None:
    first, second = targets(Guessing, 1, 2)
    calls = [f'"number": {first}', '"stunt": "crash"', f'"number": {second}', '"number": -1']

    def says(texts: list[str]) -> list[str]:
        return [call("act", calls.pop(0)) if calls else "ok" for _ in texts]

    rows = [{"prompt": [{"role": "user", "content": ""}], "seed": seed} for seed in (1, 2)]
    factory = environment_factory(Guessing)
    logged, batch = train(tmp_path, rows, reward_funcs(Guessing), says, environment_factory=factory)
    assert advantages(batch) == [0.0, 0.0, 0.5, -0.5]
    assert logged["rewards/episode_return/mean"] == pytest.approx(2 / 3)


@pytest.mark.parametrize("works", [True, False])
def test_an_oracle_earns_the_maximum_of_a_code_reward(tmp_path: Path, works: bool) -> None:
    """Three right programs and a wrong one; with a sandbox that fails, none is scored."""
    double, triple = "def f(x):\n    return x * 2", "def f(x):\n    return x * 3"
    rows = [
        {
            "prompt": [{"role": "user", "content": "2"}],
            "entry": "f",
            "tests": f'[{{"args": [4], "expected": {expected}}}]',
        }
        for expected in (8, 12)
    ]
    with Sandbox(require="process") as sandbox:
        rewards = code_reward(sandbox=sandbox)
        if not works:
            sandbox.close()
        says = [double, triple, triple, triple]
        logged, batch = train(tmp_path, rows, rewards, lambda texts: says)
    if not works:
        assert advantages(batch) == [0.0] * 4
        return
    assert advantages(batch) == [0.5, -0.5, 0.0, 0.0]
    assert logged["reward"] == logged["rewards/all_tests/mean"] == 0.75
    assert logged["rewards/one_block/mean"] == 0.0
