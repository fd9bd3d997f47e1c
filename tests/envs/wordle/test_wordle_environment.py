"""Episodes of Wordle: rewards, observations, splits and texts."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("openenv")

from hallmark_rl.envs.wordle import proof, text
from hallmark_rl.envs.wordle.game_rules import GUESSES, levels
from hallmark_rl.envs.wordle.models import Guess, WordleObservation
from hallmark_rl.envs.wordle.server.wordle_environment import WordleEnvironment
from hallmark_rl.envs.wordle.solver import best_guess
from hallmark_rl.sdk.common.secret import leaks


def play(env: WordleEnvironment, policy: proof.Policy, **options: object) -> WordleObservation:
    observation = env.reset(**options)  # type: ignore[arg-type]
    total = 0.0
    while not observation.done:
        observation = env.step(policy(env, observation))
        total += observation.reward or 0.0
    observation.metadata["total"] = total
    return observation


@pytest.mark.parametrize("level", levels())
@pytest.mark.parametrize("hard", [False, True])
def test_the_oracle_wins_on_the_test_split(level: int, hard: bool) -> None:
    env = WordleEnvironment()
    count = env.tasks.num_tasks("test", level)
    for index in range(0, count, count // 4):
        observation = play(env, proof.oracle, split="test", level=level, index=index, hard=hard)
        assert observation.success or hard, env.state
        assert observation.metadata["total"] == float(bool(observation.success))


def test_the_oracle_wins_every_game_of_level_1() -> None:
    known: dict[tuple[tuple[str, str], ...], str] = {}

    def remembering(env: WordleEnvironment, observation: WordleObservation) -> Guess:
        history = tuple((turn.guess, turn.marks) for turn in observation.history)
        if history not in known:
            known[history] = best_guess(levels()[1], history)
        return Guess(word=known[history])

    env = WordleEnvironment()
    for split in ("train", "test"):
        for index in range(env.tasks.num_tasks(split, 1)):
            assert play(env, remembering, split=split, level=1, index=index).success


@pytest.mark.parametrize(("name", "policy"), [*proof.exploits(), ("null", proof.null)])
@pytest.mark.parametrize("level", [1, 4])
def test_exploits_and_null_earn_nothing(name: str, policy: proof.Policy, level: int) -> None:
    env = WordleEnvironment()
    for seed in range(5):
        observation = play(env, policy, seed=seed, level=level)
        assert (observation.metadata["total"], observation.success, observation.score) == (
            0.0,
            False,
            0.0,
        )


def test_a_late_win_pays_the_same_and_has_less_pace() -> None:
    env = WordleEnvironment()
    for wait in range(GUESSES):
        env.reset(seed=4)
        target = Guess(word=env.reveal().target.reveal())
        paid = [env.step(Guess(word="")).reward for _ in range(wait)]
        last = env.step(target)
        assert (sum(paid), last.reward, last.success) == (0.0, 1.0, True)
        assert last.columns["pace"] == pytest.approx((GUESSES - 1 - wait) / (GUESSES - 1))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 99), st.sampled_from(list(levels())), st.lists(proof.actions(), max_size=7))
def test_no_observation_or_state_shows_the_target(
    seed: int, level: int, actions: list[Guess]
) -> None:
    env = WordleEnvironment()
    observation = env.reset(seed=seed, level=level)
    secret = proof.secrets(env)
    for action in actions:
        observation = env.step(action)
        if observation.success:
            break
        if observation.error is not None:
            assert (
                observation.error.code == "episode_over"
            )  # its text contains "reset", which is a target
            continue
        assert not leaks(observation.model_copy(update={"columns": {}}), secret)
        state = env.state.model_copy(update={"split": ""})  # "train" is a target
        assert not leaks(state, secret)
        assert len(json.dumps(observation.model_dump())) < 2000


def test_no_constant_text_contains_a_target() -> None:
    shapes = [WordleObservation(level=4, letters=levels()[4].letters, length=5, words=True)]
    shapes += [shapes[0].model_copy(update={"note": note}) for note in ("length", "letters")]
    shapes += [shapes[0].model_copy(update={"note": note}) for note in ("unlisted", "contradicts")]
    for shape in shapes:
        assert not leaks(shape, levels()[5].answers)


def test_hard_mode_rejects_a_guess_that_drops_a_hint() -> None:
    env = WordleEnvironment()
    env.reset(seed=1, level=1, hard=True)
    target = env.reveal().target.reveal()
    near = target[:2] + next(letter for letter in "abcdefgh" if letter not in target)
    env.step(Guess(word=near))
    far = "".join(next(x for x in "hgfedcba" if x not in target + near) for _ in target)
    assert env.step(Guess(word=far)).note == "contradicts"
    assert env.state.hard


def _targets(split: str, level: int) -> set[str]:
    tasks = WordleEnvironment.tasks
    return {tasks.task(split, i, level).payload for i in range(tasks.num_tasks(split, level))}


def test_test_targets_are_in_no_train_split_of_any_level() -> None:
    held_out = set().union(*(_targets("test", level) for level in levels()))
    for level, rules in levels().items():
        train, test = _targets("train", level), _targets("test", level)
        assert not train & held_out
        assert train | test == set(rules.answers)
        assert len(test) == rules.held_out


@settings(max_examples=200, deadline=None)
@given(st.text())
def test_any_text_is_parsed_to_a_guess(completion: str) -> None:
    env = WordleEnvironment()
    env.reset(seed=0)
    assert env.step(text.parse(completion)).error is None


def test_text_of_a_turn() -> None:
    env = WordleEnvironment()
    assert text.render(env.reset(seed=2)) == "-+___"
    env.reveal().target = type(env.reveal().target)("acb")
    assert text.render(env.step(Guess(word="abd"))) == "d-b+a__"
    assert text.parse(" ABC\n").word == "abc"
    assert text.parse("I think <guess>crane</guess>").word == "crane"
    assert "<guess>" in text.parse("<guess>a</guess><guess>b</guess>").word


@pytest.mark.parametrize("level", levels())
def test_demonstrations_are_games_on_training_targets(level: int) -> None:
    games = text.demonstrations(level=level, count=12, seed=3, quality=1.0)
    assert games == text.demonstrations(level=level, count=12, seed=3, quality=1.0)
    assert games != text.demonstrations(level=level, count=12, seed=4, quality=1.0)
    for game in games:
        assert 1 <= len(game) <= GUESSES
        for shown, answer in game:
            assert set(shown) | set(answer) <= set(text.ALPHABET)
            assert len(answer) <= text.MAX_TURN_CHARS


def test_demonstrations_can_be_worse() -> None:
    poor = text.demonstrations(level=1, count=300, seed=0, quality=0.25)
    clean = text.demonstrations(level=1, count=300, seed=0, quality=1.0)
    assert sum(map(len, poor)) > sum(map(len, clean)), "random guesses need more turns"
