"""Batched rollouts with a key-value cache equal plain generation, and are masked for TRL."""

from __future__ import annotations

import multiprocessing
import random
from dataclasses import replace
from typing import Any

import pytest
import torch

from hallmark_rl.sdk.adapters.chat_tokens import ChatTokens
from hallmark_rl.train.config import ModelConfig, RunConfig, RunRefused
from hallmark_rl.train.environments.env_pool import EnvPool
from hallmark_rl.train.environments.rollout_env import Assignment, EnvSlot
from hallmark_rl.train.policy.lanes import Row, Sampling
from hallmark_rl.train.policy.model_loading import character_tokenizer, tiny_model
from hallmark_rl.train.policy.rollout import Rollout, RolloutStream
from hallmark_rl.train.policy.token_sampling import choose_tokens, episode_seeds
from hallmark_rl.train.training.trainer import episode_return, parts_per_step, to_trl
from tests.train import toys

Parts = tuple[Any, ChatTokens]
"""A model and the tokens of its conversations."""


class Ragged(toys.Echo):
    """Observations and episodes of many lengths, so that every kind of padding occurs."""

    def reset(self, seed: int, split: str, level: int) -> toys.Observation:
        super().reset(seed, split, level)
        self._left = self._rng.randint(1, 5)
        return self._ask()

    def _ask(self) -> toys.Observation:
        observation = super()._ask()
        observation.text = observation.text * self._rng.randint(1, 6)
        return observation


@pytest.fixture
def parts() -> Parts:
    tokenizer = character_tokenizer(toys.ALPHABET)
    model = tiny_model(ModelConfig(hidden=32, layers=2, heads=2), tokenizer, 1)
    return model, ChatTokens(tokenizer)


def make_pool(kind: type[Any], processes: int = 0) -> EnvPool:
    return EnvPool(lambda: EnvSlot(kind(), toys), processes)  # type: ignore[arg-type]


def play(
    model: Any,
    chat: ChatTokens,
    pool: EnvPool,
    tasks: list[Assignment],
    sampling: Sampling,
    seed: int = 0,
    **options: Any,
) -> Rollout:
    seeds = episode_seeds(str(seed), range(len(tasks)))
    return RolloutStream(model, chat, pool, tasks, sampling, seeds, **options).take(len(tasks))


def tasks(count: int) -> list[Assignment]:
    return [Assignment("train", 1, seed) for seed in range(count)]


def tokens_of(row: Row, *, from_model: bool) -> list[int]:
    """The completion tokens that the model sampled, or the others."""
    pairs = zip(row.completion, row.is_model_token, strict=True)
    return [token for token, sampled in pairs if bool(sampled) == from_model]


@pytest.mark.parametrize("lanes", [pytest.param(1, marks=pytest.mark.slow), 3])
def test_greedy_rollouts_equal_generate_turn_by_turn(parts: Parts, lanes: int) -> None:
    model, chat = parts
    rows = play(model, chat, make_pool(Ragged), tasks(16), Sampling(0.0, 5, lanes=lanes)).rows
    model.eval()
    for row in rows:
        ids = list(row.prompt)
        for number, turn in enumerate(row.episode.turns):
            if number:
                ids += chat.encode_replies([turn.observation])[0]
            made = model.generate(
                torch.tensor([ids]),
                attention_mask=torch.ones(1, len(ids), dtype=torch.long),
                max_new_tokens=5,
                do_sample=False,
                pad_token_id=chat.pad,
            )[0, len(ids) :].tolist()
            assert chat.decode_turns([made]) == [turn.completion]
            ids += made if made[-1] == chat.end else [*made, chat.end]
        whole = row.prompt + row.completion
        assert whole == ids[: len(whole)]


def test_the_tokens_kept_for_training_decode_to_the_completions(
    parts: Parts,
) -> None:
    """The tokens that the model sampled, decoded together, are what was played."""
    model, chat = parts
    rollout = play(
        model,
        chat,
        make_pool(Ragged),
        tasks(30),
        Sampling(1.0, 3),
    )
    for row in rollout.rows:
        assert len(row.is_model_token) == len(row.completion)
        assert chat.decode_turns([tokens_of(row, from_model=True)]) == [
            "".join(turn.completion for turn in row.episode.turns)
        ]


def test_tokens_of_observations_are_masked(parts: Parts) -> None:
    model, chat = parts
    rollout = play(
        model, chat, make_pool(toys.Echo), tasks(8), Sampling(1.0, 2)
    )  # fmt: skip
    for row in rollout.rows:
        second = row.episode.turns[1].observation
        assert chat.decode_turns([tokens_of(row, from_model=False)]) == [second]


def test_the_same_seeds_give_the_same_episodes(parts: Parts) -> None:
    model, chat = parts
    pool = make_pool(toys.Echo)

    def completions() -> list[list[str]]:
        rollout = play(model, chat, pool, tasks(16), Sampling(1.0, 2), 5)
        return [[turn.completion for turn in episode.turns] for episode in rollout.episodes]

    random.random()
    torch.rand(3)
    assert completions() == completions()


@pytest.mark.parametrize(
    ("limits", "turn_tokens"),
    [
        ({"lanes": 3}, 4),
        ({"sessions": 5}, 4),
        ({"lanes": 2, "sessions": 11}, 40),
        pytest.param({"lanes": 3}, 40, marks=pytest.mark.slow),
        pytest.param({"sessions": 5}, 40, marks=pytest.mark.slow),
    ],
)
def test_what_is_said_does_not_depend_on_what_is_played_at_once(
    parts: Parts, limits: dict[str, int], turn_tokens: int
) -> None:
    """As many lanes or open sessions as a server has; and alone, or in another order. In turns of
    40 tokens, rows of a lane end at different tokens."""
    model, chat = parts
    pool, sampling = make_pool(Ragged), Sampling(1.0, turn_tokens)
    whole = play(model, chat, pool, tasks(20), sampling)
    limited = play(model, chat, pool, tasks(20), replace(sampling, **limits))
    assert limited.episodes == whole.episodes
    last = [19, 7]
    stream = RolloutStream(
        model, chat, pool, [tasks(20)[n] for n in last], sampling, episode_seeds("0", last)
    )
    assert stream.take(2).episodes == [whole.episodes[n] for n in last]
    if turn_tokens == 40:
        turns = {len(turn.completion) for row in whole.rows for turn in row.episode.turns}
        assert len(turns) > 10, "turns of many lengths"


def test_tokens_are_drawn_with_their_probabilities() -> None:
    """Among many draws, each token's share is its probability; impossible tokens never occur."""
    logits = torch.tensor([[1.0, -torch.inf, 0.0, 2.0, -torch.inf]])
    draws = [random.Random(f"draw {n}").random() for n in range(4000)]
    for temperature in (0.5, 1.0, 2.0):
        chosen = choose_tokens(logits.expand(4000, -1), temperature, draws)
        expected = torch.softmax(logits[0] / temperature, -1)
        shares = torch.bincount(chosen, minlength=5) / 4000
        assert torch.equal(shares == 0, expected == 0)
        assert (shares - expected).abs().max() < 0.04, "five standard deviations"
    ends = choose_tokens(logits.expand(2, -1), 1.0, [0.0, 1 - 2**-53])
    assert ends.tolist() == [0, 3]
    assert choose_tokens(logits, 0.0, [0.1]).tolist() == [3]


@pytest.mark.parametrize("temperature", [0.0, 1.0])
def test_a_model_that_diverged_ends_the_run(parts: Parts, temperature: float) -> None:
    model, chat = parts
    model.lm_head.weight.data[3] = torch.nan
    with pytest.raises(RunRefused, match=r"lower grpo\.learning_rate"):
        play(model, chat, make_pool(toys.Echo), tasks(4), Sampling(temperature, 2))


def test_an_episode_that_the_environment_failed_is_masked_and_unpaid(
    parts: Parts,
) -> None:
    model, chat = parts
    pool = make_pool(toys.Broken)
    rollout = play(model, chat, pool, tasks(20), Sampling(1.0, 2))
    given = to_trl(rollout)
    failed = [episode.failure is not None for episode in rollout.episodes]
    assert any(failed)
    assert not all(failed)
    pay = episode_return(rollout.episodes)
    for bad, mask, paid in zip(failed, given["env_mask"], pay, strict=True):
        assert bad == (paid is None)
        assert bad == (sum(mask) == 0)
    assert {e.failure for e in rollout.episodes if e.failure} == {"ConnectionError"}


def test_an_endless_episode_is_truncated(parts: Parts) -> None:
    class Endless(toys.Echo):
        def step(self, action: str) -> toys.Observation:
            return self._ask()

    model, chat = parts
    pool = make_pool(Endless)
    sampling = Sampling(1.0, 2, max_turns=4)
    rollout = play(model, chat, pool, tasks(3), sampling)
    assert all(e.truncated and e.success is False for e in rollout.episodes)
    assert all(len(e.turns) == 4 for e in rollout.episodes)


def test_what_is_played_does_not_depend_on_the_number_of_processes(
    parts: Parts,
) -> None:
    model, chat = parts

    def played(processes: int) -> list[Any]:
        pool = make_pool(Ragged, processes)
        try:
            sampling = Sampling(1.0, 2, lanes=2)
            first = play(model, chat, pool, tasks(33), sampling, 3)
            return first.rows + play(model, chat, pool, tasks(9), sampling, 4).rows
        finally:
            pool.close()

    assert played(0) == played(1) == played(3)


def test_turns_of_an_engine_equal_those_of_the_model(parts: Parts) -> None:
    """Plain generation in place of TRL's vLLM interface."""
    model, chat = parts

    def generate(prompts: list[list[int]]) -> tuple[list[list[int]], list[list[float]]]:
        turns = []
        for ids in prompts:
            made = model.generate(
                torch.tensor([ids]),
                attention_mask=torch.ones(1, len(ids), dtype=torch.long),
                max_new_tokens=5,
                do_sample=False,
                pad_token_id=chat.pad,
            )
            turns.append(made[0, len(ids) :].tolist())
        return turns, [[-1.0] * len(ids) for ids in turns]

    sampling = Sampling(0.0, 5, lanes=2)
    ours = play(model, chat, make_pool(Ragged), tasks(12), sampling)
    theirs = play(model, chat, make_pool(Ragged), tasks(12), sampling, generate=generate)
    assert [(row.prompt, row.completion, row.is_model_token) for row in ours.rows] == [
        (row.prompt, row.completion, row.is_model_token) for row in theirs.rows
    ]
    given = to_trl(theirs)["logprobs"]
    for row, known in zip(theirs.rows, given, strict=True):
        assert known == [-1.0 if mine else 0.0 for mine in row.is_model_token]


def test_finished_episodes_are_returned_before_the_rest_is_judged(
    parts: Parts,
) -> None:
    model, chat = parts

    class Slow(toys.Echo):
        """Steps of the second half of the tasks wait until the first half is returned."""

        def step(self, action: str) -> toys.Observation:
            if self._seed >= 4:
                assert returned.wait(60), "the first half had to wait for the second"
            return super().step(action)

        def reset(self, seed: int, split: str, level: int) -> toys.Observation:
            self._seed = seed
            observation = super().reset(seed, split, level)
            self._left = 1
            return observation

    returned = multiprocessing.get_context("fork").Event()
    pool = make_pool(Slow, 1)
    try:
        sampling, seeds = Sampling(1.0, 2, lanes=2), episode_seeds("4", range(8))
        stream = RolloutStream(model, chat, pool, tasks(8), sampling, seeds)
        first = stream.take(4)
        assert all(len(episode.turns) == 1 for episode in first.episodes)
        returned.set()
        rest = stream.take(4)
    finally:
        returned.set()
        pool.close()
    assert [e.task.seed for e in first.episodes + rest.episodes] == list(range(8))
    assert [e.failure for e in rest.episodes] == [None] * 4
    whole = play(model, chat, make_pool(Slow), tasks(8), sampling, 4)
    assert whole.rows == Rollout.joined([first, rest]).rows


def test_take_restores_the_training_mode_of_the_model(parts: Parts) -> None:
    model, chat = parts
    model.train()
    sampling = Sampling(1.0, 2, lanes=2)
    seeds = episode_seeds("0", range(8))
    stream = RolloutStream(model, chat, make_pool(toys.Echo), tasks(8), sampling, seeds)
    stream.take(4)
    assert model.training
    assert model(torch.tensor([[1, 2]])).logits.requires_grad


@pytest.mark.parametrize(
    ("grpo", "lanes", "parts"),
    [
        ({"prompts": 8}, 2, 2),
        ({"prompts": 6}, 4, 2),
        ({"prompts": 1}, 2, 1),
        ({"prompts": 8, "scale_rewards": "batch"}, 2, 1),
        ({"prompts": 8, "multi_objective_aggregation": "normalize_then_sum"}, 2, 1),
    ],
)
def test_parts_per_step(grpo: dict[str, Any], lanes: int, parts: int) -> None:
    values = {"env": "x", "out": "y", "grpo": grpo, "environment": {"lanes": lanes}}
    assert parts_per_step(RunConfig.model_validate(values)) == parts
