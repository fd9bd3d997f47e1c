"""Environments of verifiers that talk with the agent: played, wrapped and proved."""

from __future__ import annotations

import asyncio
import copy
import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("verifiers.v1", reason="the extra `verifiers` is not installed")
pytest.importorskip("openenv")

from hallmark_rl.sdk.adapters.verifiers_episodes import (
    Conversation,
    Conversations,
    NotPlayable,
    Scores,
    load_conversations,
)
from hallmark_rl.sdk.subject.load import Subject, load_subject
from hallmark_rl.sdk.wrap import make_environment
from hallmark_rl.sdk.wrapping.wrap_problem import WrapProblem

from .talking_packages import DEFECTS, write_package

ROOT = Path(__file__).parents[2]
Load = Callable[..., Conversations]


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working directory in which packages are found; they are forgotten after the test."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    known = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - known:
        if name.startswith("talk_"):
            del sys.modules[name]


def played(conversations: Conversations, *replies: str, limit: int = 20) -> Conversation:
    game = Conversation(conversations, 0, limit)
    game.start()
    for reply in replies:
        game.reply(reply)
    return game


def test_messages_follow_replies_and_the_end_is_paid(place: Path) -> None:
    write_package(place, "talk_sound")
    conversations = load_conversations("talk_sound", {"limit": 3, "largest": 90})
    assert len(conversations.tasks) == 3
    game = Conversation(conversations, 1, 20)
    first = game.start()
    assert [(item.role, item.content) for item in first] == [
        ("system", "Write the number in <guess> tags."),
        ("user", "What is 21 times itself?"),
    ]
    assert [item.content for item in game.reply("440")] == ["No. 2 left."]
    assert not game.done
    assert game.reply("<guess>441</guess>") == []
    assert game.done
    assert (game.scores.columns, game.scores.weights) == ({"found": 2.0}, {"found": 2.0})
    wrong = played(conversations, "1", "2", "3")
    assert wrong.done
    assert wrong.scores.total == 0.0


def test_a_limit_of_replies_stops_the_rollout_and_scores_it(place: Path) -> None:
    write_package(place, "talk_never", **DEFECTS["never_ends"])
    game = played(load_conversations("talk_never", {}), *["no"] * 4, "<guess>400</guess>", limit=5)
    assert game.done
    assert game.scores.total == 2.0


def test_an_environment_that_goes_on_after_the_end_is_reported(place: Path) -> None:
    write_package(place, "talk_on", **DEFECTS["ignores_the_end"])
    game = played(load_conversations("talk_on", {}), "no", limit=2)
    with pytest.raises(RuntimeError, match="the exchange is over"):
        game.reply("no")
    assert game.done


def test_a_copy_goes_on_alone(place: Path) -> None:
    write_package(place, "talk_copied")
    game = played(load_conversations("talk_copied", {}), "no")
    other = copy.deepcopy(game)
    assert [item.content for item in other.reply("no")] == ["No. 1 left."]
    assert game.replies == ["no"]
    game.reply("<guess>400</guess>")
    assert (game.done, other.done) == (True, False)


def test_abandoned_conversations_hold_no_descriptors(place: Path) -> None:
    write_package(place, "talk_left")
    conversations = load_conversations("talk_left", {})

    async def forget(games: list[Conversation]) -> None:
        games.clear()

    def descriptors() -> int:
        return len(os.listdir("/proc/self/fd"))

    played(conversations, "no")
    gc.collect()
    gc.disable()
    try:
        before = descriptors()
        for _ in range(5):
            played(conversations, "no")
        asyncio.run(forget([played(conversations, "no") for _ in range(5)]))
        assert descriptors() <= before
    finally:
        gc.enable()


NEEDS = {
    "the agents agent, other": (
        "class GuessEnv(vf.SingleAgentEnv)",
        "class Two(vf.EnvConfig):\n    agent: AGENT\n    other: AGENT\n\n\n"
        "class GuessEnv(vf.Env[Two])".replace("AGENT", "vf.AgentConfig = vf.AgentConfig()"),
    ),
    "found runs programs": ("found(self, trace)", "found(self, trace, runtime)"),
    "need a container": ("vf.Task[Data]):", "vf.Task[Data]):\n    NEEDS_CONTAINER = True\n"),
    "resources that all episodes share": (
        "    async def run(",
        "    async def start(self):\n        pass\n\n    async def run(",
    ),
}


@pytest.mark.parametrize("text", NEEDS)
def test_what_one_agent_cannot_play_is_refused(place: Path, text: str) -> None:
    write_package(place, "talk_needs")
    file = place / "talk_needs" / "__init__.py"
    file.write_text(file.read_text().replace(*NEEDS[text]))
    with pytest.raises(NotPlayable, match=text):
        load_conversations("talk_needs", {})


def test_a_reward_without_a_column_is_an_error() -> None:
    scores = Scores({"found": 1.0}, {"found": 1.0})
    assert scores.among(["found", "other"]) == {"found": 1.0, "other": 0.0}
    with pytest.raises(ValueError, match="the reward found has no column"):
        scores.among(["other"])


def wrapped(place: Path, name: str, monkeypatch: pytest.MonkeyPatch, **changes: str) -> Any:
    """The folder of an environment of a new package, notes, and where no package is found."""
    (place / "code").mkdir()
    write_package(place / "code", name, **changes)
    monkeypatch.chdir(place / "code")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    _, notes = make_environment(f"verifiers:{name}", place / f"{name}_env", args={"limit": 12})
    monkeypatch.chdir(place)
    return place / f"{name}_env", notes


def prove(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hallmark_rl", "prove", folder.name, "--profile", "quick"]
    return subprocess.run(
        [*command, *options],
        cwd=folder.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


def solved(subject: Subject, *replies: str) -> Any:
    env = subject.factory()
    observation = env.reset(seed=0, split="train", index=0)
    for reply in replies or [None] * 9:
        action = (
            subject.proof.oracle(env, observation)
            if reply is None
            else subject.action_type(content=reply)
        )
        observation = env.step(action)
        if observation.done:
            break
    return observation


def test_a_wrapped_conversation_has_its_package_and_an_oracle(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, notes = wrapped(place, "talk_wrapped", monkeypatch)
    assert notes == []
    assert (folder / "packages/talk_wrapped/prompt.txt").is_file()
    assert '"hallmark-rl[openenv-core]", "verifiers>=' in (folder / "pyproject.toml").read_text()
    subject = load_subject(str(folder))
    right = solved(subject)
    assert (right.reward, right.success, right.done) == (2.0, True, True)
    assert solved(subject, "1", "2", "3").reward == 0.0


def test_a_reward_that_is_paid_again_is_out_of_its_range(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, notes = wrapped(place, "talk_again", monkeypatch, **DEFECTS["paid_again"])
    assert "a right reply that is repeated is paid again: the oracle gives it once" in notes
    subject = load_subject(str(folder))
    assert solved(subject).reward == 2.0
    right = subject.proof.oracle.__globals__["_RIGHT"]
    env = subject.factory()
    env.reset(seed=0, split="train", index=0)
    text = right[str(env.reveal().task["index"])]
    assert "outside its range" in solved(subject, text, text, text).error.message


@pytest.mark.slow
def test_a_paid_silence_is_noted_and_reported(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, notes = wrapped(place, "talk_silence", monkeypatch, **DEFECTS["pays_silence"])
    assert any(note.startswith("empty replies earn up to 2 of 2") for note in notes)
    done = prove(folder, "-k", "floor_gap")
    assert done.returncode == 1, done.stdout


@pytest.mark.slow
def test_state_that_rollouts_share_is_reported(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, _ = wrapped(place, "talk_shared", monkeypatch, **DEFECTS["shared_state"])
    done = prove(folder, "-k", "episode_isolation or fresh_instances")
    assert done.returncode == 1, done.stdout


def test_an_endless_conversation_and_paid_silence_are_noted(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    changes = {**DEFECTS["never_ends"], **DEFECTS["pays_silence"]}
    _, notes = wrapped(place, "talk_endless", monkeypatch, **changes)
    assert any(note.startswith("empty replies earn up to 2 of 2") for note in notes)
    assert any("an episode took 20 replies, which is the limit" in note for note in notes)


def test_what_cannot_be_wrapped_says_why(place: Path) -> None:
    with pytest.raises(WrapProblem, match="there is no package talk_nowhere"):
        make_environment("verifiers:talk_nowhere", place / "nowhere_env")


def test_the_subject_itself_is_proved_as_what_it_is_wrapped_into(place: Path) -> None:
    write_package(place, "talk_direct")
    done = prove(place / "verifiers:talk_direct", "--env-arg", "limit=12", "-k", "oracle_max")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "talk_direct_env is proved" in done.stdout.replace("\n", " ")


@pytest.mark.slow
def test_the_whole_suite_holds_for_a_sound_conversation(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = prove(wrapped(place, "talk_whole", monkeypatch)[0])
    assert done.returncode == 0, done.stdout
