"""Batched rollouts with one cache are what plain generation would have given."""

from __future__ import annotations

import multiprocessing
import random
from typing import Any

import pytest
import torch

from hallmark_rl.train.config import ModelConfig, RunConfig
from hallmark_rl.train.environments.env_pool import Crew
from hallmark_rl.train.environments.rollout_env import Assignment, Seat
from hallmark_rl.train.policy.chat_tokens import Dialogue
from hallmark_rl.train.policy.model import character_tokenizer, tiny_model
from hallmark_rl.train.policy.rollout import Playing, Rollout, Sampling
from hallmark_rl.train.training.trainer import as_trl, episode_return, parts_of
from tests.train import toys


class Ragged(toys.Echo):
    """Prompts of many lengths and episodes of many lengths, so that every padding occurs."""

    def reset(self, seed: int, split: str, level: int) -> toys.Seen:
        super().reset(seed, split, level)
        self._left = self._rng.randint(1, 5)
        return self._ask()

    def _ask(self) -> toys.Seen:
        seen = super()._ask()
        seen.shown = seen.shown * self._rng.randint(1, 6)
        return seen


@pytest.fixture
def parts() -> tuple[Any, Dialogue]:
    tokenizer = character_tokenizer(toys.ALPHABET)
    model = tiny_model(ModelConfig(hidden=32, layers=2, heads=2), tokenizer, 1)
    return model, Dialogue(tokenizer)


def crew(kind: type[Any], processes: int = 0) -> Crew:
    return Crew(lambda: Seat(kind(), toys), processes)  # type: ignore[arg-type]


def play(
    model: Any, dialogue: Dialogue, world: Crew, tasks: list[Assignment], *rest: Any, **options: Any
) -> Rollout:
    return Playing(model, dialogue, world, tasks, *rest, **options).take(len(tasks))


def tasks(count: int) -> list[Assignment]:
    return [Assignment("train", 1, seed) for seed in range(count)]


@pytest.mark.parametrize("lanes", [1, 3])
def test_greedy_play_equals_generate_turn_by_turn(parts: tuple[Any, Dialogue], lanes: int) -> None:
    model, dialogue = parts
    rows = play(
        model, dialogue, crew(Ragged), tasks(40), Sampling(0.0, 5, lanes=lanes), torch.Generator()
    ).rows
    model.eval()
    for row in rows:
        ids = list(row.prompt)
        for number, turn in enumerate(row.episode.turns):
            if number:
                ids += dialogue.replies([turn.shown])[0]
            made = model.generate(
                torch.tensor([ids]),
                attention_mask=torch.ones(1, len(ids), dtype=torch.long),
                max_new_tokens=5,
                do_sample=False,
                pad_token_id=dialogue.pad,
            )[0, len(ids) :].tolist()
            assert dialogue.said([made]) == [turn.said]
            ids += made if made[-1] == dialogue.end else [*made, dialogue.end]
        whole = row.prompt + row.completion
        assert whole == ids[: len(whole)]


def test_sampled_logits_are_those_of_a_plain_forward_pass(parts: tuple[Any, Dialogue]) -> None:
    """The tokens kept for training, fed in one piece, give the text that was played."""
    model, dialogue = parts
    rollout = play(
        model, dialogue, crew(Ragged), tasks(30), Sampling(1.0, 3), torch.Generator().manual_seed(0)
    )
    for row in rollout.rows:
        assert len(row.own) == len(row.completion)
        own = [token for token, mine in zip(row.completion, row.own, strict=True) if mine]
        assert dialogue.said([own]) == ["".join(turn.said for turn in row.episode.turns)]


def test_what_the_environment_says_is_masked(parts: tuple[Any, Dialogue]) -> None:
    model, dialogue = parts
    rollout = play(
        model, dialogue, crew(toys.Echo), tasks(8), Sampling(1.0, 2),
        torch.Generator().manual_seed(0),
    )  # fmt: skip
    for row in rollout.rows:
        second = row.episode.turns[1].shown
        heard = [token for token, mine in zip(row.completion, row.own, strict=True) if not mine]
        assert dialogue.said([heard]) == [second]


def test_the_same_generator_gives_the_same_episodes(parts: tuple[Any, Dialogue]) -> None:
    model, dialogue = parts
    world = crew(toys.Echo)

    def said() -> list[list[str]]:
        generator = torch.Generator().manual_seed(5)
        rollout = play(model, dialogue, world, tasks(16), Sampling(1.0, 2), generator)
        return [[turn.said for turn in episode.turns] for episode in rollout.episodes]

    random.random()
    torch.rand(3)
    assert said() == said()


def test_an_episode_that_the_environment_failed_is_masked_and_unpaid(
    parts: tuple[Any, Dialogue],
) -> None:
    model, dialogue = parts
    world = crew(toys.Broken)
    rollout = play(
        model, dialogue, world, tasks(20), Sampling(1.0, 2), torch.Generator().manual_seed(0)
    )
    given = as_trl(rollout)
    failed = [episode.failure is not None for episode in rollout.episodes]
    assert any(failed)
    assert not all(failed)
    pay = episode_return(rollout.episodes)
    for bad, mask, paid in zip(failed, given["env_mask"], pay, strict=True):
        assert bad == (paid is None)
        assert bad == (sum(mask) == 0)
    assert {e.failure for e in rollout.episodes if e.failure} == {"ConnectionError"}


def test_an_endless_episode_is_cut(parts: tuple[Any, Dialogue]) -> None:
    class Endless(toys.Echo):
        def step(self, action: str) -> toys.Seen:
            return self._ask()

    model, dialogue = parts
    world = crew(Endless)
    sampling = Sampling(1.0, 2, max_turns=4)
    rollout = play(model, dialogue, world, tasks(3), sampling, torch.Generator().manual_seed(0))
    assert all(e.truncated and e.success is False for e in rollout.episodes)
    assert all(len(e.turns) == 4 for e in rollout.episodes)


def test_what_is_played_does_not_depend_on_the_number_of_processes(
    parts: tuple[Any, Dialogue],
) -> None:
    model, dialogue = parts

    def played(processes: int) -> list[Any]:
        workers = crew(Ragged, processes)
        try:
            sampling = Sampling(1.0, 2, lanes=2)
            generator = torch.Generator().manual_seed(3)
            first = play(model, dialogue, workers, tasks(33), sampling, generator)
            return first.rows + play(model, dialogue, workers, tasks(9), sampling, generator).rows
        finally:
            workers.close()

    assert played(0) == played(1) == played(3)


def test_turns_from_an_engine_are_the_turns_from_the_cache(parts: tuple[Any, Dialogue]) -> None:
    """What TRL's vLLM interface is asked for, answered by plain generation."""
    model, dialogue = parts

    def complete(prompts: list[list[int]]) -> tuple[list[list[int]], list[list[float]]]:
        said = []
        for ids in prompts:
            made = model.generate(
                torch.tensor([ids]),
                attention_mask=torch.ones(1, len(ids), dtype=torch.long),
                max_new_tokens=5,
                do_sample=False,
                pad_token_id=dialogue.pad,
            )
            said.append(made[0, len(ids) :].tolist())
        return said, [[-1.0] * len(ids) for ids in said]

    sampling = Sampling(0.0, 5, lanes=2)
    ours = play(model, dialogue, crew(Ragged), tasks(12), sampling, torch.Generator())
    theirs = play(
        model, dialogue, crew(Ragged), tasks(12), sampling, torch.Generator(), complete=complete
    )
    assert [(row.prompt, row.completion, row.own) for row in ours.rows] == [
        (row.prompt, row.completion, row.own) for row in theirs.rows
    ]
    given = as_trl(theirs)["logprobs"]
    for row, known in zip(theirs.rows, given, strict=True):
        assert known == [-1.0 if mine else 0.0 for mine in row.own]


def test_what_is_over_is_handed_out_before_the_rest_is_judged(parts: tuple[Any, Dialogue]) -> None:
    model, dialogue = parts

    class Slow(toys.Echo):
        """The second half of the tasks cannot be judged before the first half was handed out."""

        def step(self, action: str) -> toys.Seen:
            if self._seed >= 4:
                assert handed_out.wait(60), "the first half had to wait for the second"
            return super().step(action)

        def reset(self, seed: int, split: str, level: int) -> toys.Seen:
            self._seed = seed
            seen = super().reset(seed, split, level)
            self._left = 1
            return seen

    handed_out = multiprocessing.get_context("fork").Event()
    world = crew(Slow, 1)
    try:
        sampling, generator = Sampling(1.0, 2, lanes=2), torch.Generator().manual_seed(4)
        playing = Playing(model, dialogue, world, tasks(8), sampling, generator)
        first = playing.take(4)
        assert all(len(episode.turns) == 1 for episode in first.episodes)
        handed_out.set()
        rest = playing.take(4)
    finally:
        handed_out.set()
        world.close()
    assert [e.task.seed for e in first.episodes + rest.episodes] == list(range(8))
    assert [e.failure for e in rest.episodes] == [None] * 4
    generator = torch.Generator().manual_seed(4)
    whole = play(model, dialogue, crew(Slow), tasks(8), sampling, generator)
    assert whole.rows == Rollout.joined([first, rest]).rows


def test_between_two_parts_the_model_trains_as_it_did(parts: tuple[Any, Dialogue]) -> None:
    model, dialogue = parts
    model.train()
    sampling = Sampling(1.0, 2, lanes=2)
    playing = Playing(model, dialogue, crew(toys.Echo), tasks(8), sampling, torch.Generator())
    playing.take(4)
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
def test_a_step_is_cut_between_groups_and_never_where_the_whole_batch_is_normalised(
    grpo: dict[str, Any], lanes: int, parts: int
) -> None:
    values = {"env": "x", "out": "y", "grpo": grpo, "environment": {"lanes": lanes}}
    assert parts_of(RunConfig.model_validate(values)) == parts
