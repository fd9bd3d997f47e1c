"""Worker processes: order, failures, endings; nothing waits for ever and nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallmark_rl.train.environments.env_pool import Crew
from hallmark_rl.train.environments.env_workers import Lost
from hallmark_rl.train.environments.rollout_env import Assignment, Seat
from tests.train import toys
from tests.train.toys import Echo

ROOT = Path(__file__).resolve().parents[2]


def crew(kind: Any, processes: int, audit: Any = None, *, shared: bool = False) -> Crew:
    return Crew(lambda: Seat(kind(), toys, audit), processes, shared=shared)


def tasks(count: int) -> list[Assignment]:
    return [Assignment("train", 1, seed) for seed in range(count)]


@pytest.mark.parametrize("processes", [0, 1, 3])
def test_told_in_any_order_and_by_parts(processes: int) -> None:
    workers = crew(toys.Echo, processes)
    episodes = workers.begin(tasks(10))
    workers.settle(episodes)
    even, odd = episodes[::2], episodes[1::2]
    for _ in range(2):
        workers.tell(odd, [episode.shown for episode in odd])
        workers.tell(even[2:], ["x" for _ in even[2:]])
        workers.tell(even[:2], [episode.shown for episode in even[:2]])
        workers.settle(even)
        workers.settle(odd)
    assert all(episode.done and len(episode.turns) == 2 for episode in episodes)
    wins = [bool(episode.success) for episode in episodes]
    assert wins == [number % 2 == 1 or number < 4 for number in range(10)]
    workers.close()


@pytest.mark.parametrize("processes", [0, 2])
def test_more_than_a_pipe_holds(processes: int) -> None:
    class Wordy(toys.Echo):
        def _ask(self) -> toys.Seen:
            seen = super()._ask()
            seen.shown = seen.shown * 100_000
            return seen

    workers = crew(Wordy, processes)
    episodes = workers.begin(tasks(40))
    workers.settle(episodes[:1])
    workers.settle(episodes)
    workers.tell(episodes[:20], ["y" * 100_000] * 20)
    workers.tell(episodes[20:], ["y" * 100_000] * 20)
    workers.settle(episodes)
    assert all(len(episode.turns) == 1 for episode in episodes)
    workers.close()


def test_a_worker_that_dies_is_said_to_be_lost() -> None:
    class Deadly(toys.Echo):
        def step(self, action: str) -> toys.Seen:
            os.kill(os.getpid(), signal.SIGKILL)
            raise AssertionError

    workers = crew(Deadly, 2)
    episodes = workers.begin(tasks(4))
    workers.settle(episodes)
    workers.tell(episodes, ["1"] * 4)
    with pytest.raises(Lost, match="killed by signal 9"):
        workers.settle(episodes)
    workers.close()


def test_an_environment_that_cannot_be_made_says_why() -> None:
    class Impossible:
        def __init__(self) -> None:
            raise OSError("no such board")

    workers = crew(Impossible, 1)
    with pytest.raises(RuntimeError, match="OSError: no such board"):
        workers.settle(workers.begin(tasks(1)))
    workers.close()


def test_a_signal_to_the_whole_group_is_the_trainers_business() -> None:
    workers = crew(toys.Echo, 2)
    for hand in workers._hands:
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(hand._process.pid, number)  # type: ignore[union-attr, arg-type]
    episodes = workers.begin(tasks(4))
    workers.settle(episodes)
    assert all(episode.shown for episode in episodes)
    workers.close()


@pytest.mark.parametrize("end", ["raise SystemExit(3)", "os.kill(os.getpid(), 9)"])
def test_workers_do_not_outlive_the_trainer(end: str) -> None:
    program = f"""
import os
from tests.train import toys
from hallmark_rl.train.environments.env_pool import Crew
from hallmark_rl.train.environments.rollout_env import Assignment, Seat
workers = Crew(lambda: Seat(toys.Echo(), toys), 2)
workers.settle(workers.begin([Assignment("train", 1, 0)]))
print(*(hand._process.pid for hand in workers._hands), flush=True)
{end}
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode in (3, -9), done.stderr
    for pid in map(int, done.stdout.split()):
        for _ in range(100):
            if not Path(f"/proc/{pid}").is_dir() or "Z" in _state(pid):
                break
            time.sleep(0.1)
        else:
            pytest.fail(f"worker {pid} is still there")


def test_the_audit_speaks_at_the_end_and_only_when_asked() -> None:
    workers = crew(toys.Echo, 1, audit=lambda task, said: said == ["7", "7"])
    for audited in (True, False):
        episodes = workers.begin(tasks(2), audited=audited)
        workers.settle(episodes)
        for _ in range(2):
            workers.tell(episodes, ["7", "8"])
            workers.settle(episodes)
        assert [e.success for e in episodes] == [False, False]
        assert [e.verified for e in episodes] == [audited, False]
    workers.close()


def test_an_audit_that_fails_is_a_failure_of_the_environment() -> None:
    workers = crew(toys.Sound, 1, audit=lambda task, said: 1 / 0)
    episodes = workers.begin(tasks(1), audited=True)
    workers.settle(episodes)
    workers.tell(episodes, ["1"])
    workers.settle(episodes)
    assert (episodes[0].failure, episodes[0].verified) == ("audit:ZeroDivisionError", None)
    workers.close()


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


class Counted(toys.Echo):
    """Four turns; counts what it is asked."""

    calls: ClassVar[dict[str, int]] = {}

    def reset(self, seed: int, split: str, level: int) -> toys.Seen:
        self.calls["reset"] = self.calls.get("reset", 0) + 1
        return super().reset(seed, split, level=3)

    def step(self, action: str) -> toys.Seen:
        self.calls["step"] = self.calls.get("step", 0) + 1
        return super().step(action)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(0, 2), min_size=1, max_size=9),
    st.lists(st.sampled_from("ab"), min_size=36, max_size=36),
    st.integers(1, 9),
)
def test_sharing_changes_nothing_but_the_work(seeds: list[int], words: str, part: int) -> None:
    """Whatever is said, in whatever portions it is told."""
    played = {}
    for shared in (False, True):
        Counted.calls = {}
        workers = crew(Counted, 0, shared=shared)
        episodes = workers.begin([Assignment("train", 1, seed) for seed in seeds])
        workers.settle(episodes)
        said = iter(words)
        while live := [episode for episode in episodes if not episode.done]:
            for at in range(0, len(live), part):
                some = live[at : at + part]
                workers.tell(some, [next(said) for _ in some])
            workers.settle(live)
        played[shared] = (episodes, Counted.calls)
    assert played[True][0] == played[False][0]
    assert all(played[True][1][name] <= count for name, count in played[False][1].items())


def test_what_is_said_alike_is_played_once() -> None:
    Counted.calls = {}
    workers = crew(Counted, 0, shared=True)
    episodes = workers.begin([Assignment("train", 1, 5)] * 8)
    workers.settle(episodes)
    for _ in range(4):
        workers.tell(episodes, ["7"] * 8)
        workers.settle(episodes)
    assert Counted.calls == {"reset": 1, "step": 4}
    assert all(episode == episodes[0] for episode in episodes)
    episodes[0].turns[0].said = "changed"
    assert episodes[1].turns[0].said == "7"


@pytest.mark.parametrize("processes", [0, 2])
def test_what_begins_ahead_is_taken_up(processes: int) -> None:
    Counted.calls = {}
    workers = crew(Counted, processes)
    workers.begin_ahead(tasks(6))
    episodes = workers.begin(tasks(6))
    workers.settle(episodes)
    assert [episode.shown for episode in episodes] == [
        Echo().reset(n, "train", 1).shown for n in range(6)
    ]
    if not processes:
        assert Counted.calls == {"reset": 6}
    workers.close()


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("processes", [0, 2])
def test_what_begins_ahead_is_left_for_other_tasks(processes: int, shared: bool) -> None:
    workers = crew(Echo, processes, shared=shared)
    ahead = [Assignment("train", 1, seed) for seed in (1, 1, 1, 2)]
    between = [Assignment("test", 1, seed) for seed in (3, 4)]
    workers.begin_ahead(ahead)
    for wanted in (between, ahead):
        episodes = workers.begin(wanted, audited=wanted is between)
        workers.settle(episodes)
        assert [episode.task for episode in episodes] == wanted
        for turn in range(2):
            workers.tell(episodes, [str(turn + n) for n in range(len(episodes))])
            workers.settle(episodes)
        assert all(episode.done and len(episode.turns) == 2 for episode in episodes)
    workers.close()
