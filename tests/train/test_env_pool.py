"""The pool of environments: order, shared prefixes, failures, and processes that end."""

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

from hallmark_rl.train.environments.env_pool import EnvPool
from hallmark_rl.train.environments.env_workers import WorkerDied
from hallmark_rl.train.environments.rollout_env import Assignment, EnvSlot
from tests.train import toys
from tests.train.toys import Echo

ROOT = Path(__file__).resolve().parents[2]


def make_pool(kind: Any, processes: int, audit: Any = None, *, shared: bool = False) -> EnvPool:
    return EnvPool(lambda: EnvSlot(kind(), toys, audit), processes, shared=shared)


def tasks(count: int) -> list[Assignment]:
    return [Assignment("train", 1, seed) for seed in range(count)]


@pytest.mark.parametrize("processes", [0, 1, 3])
def test_turns_are_submitted_in_any_order_and_in_parts(processes: int) -> None:
    pool = make_pool(toys.Echo, processes)
    episodes = pool.start(tasks(10))
    pool.wait(episodes)
    even, odd = episodes[::2], episodes[1::2]
    for _ in range(2):
        pool.submit_turns(odd, [episode.observation for episode in odd])
        pool.submit_turns(even[2:], ["x" for _ in even[2:]])
        pool.submit_turns(even[:2], [episode.observation for episode in even[:2]])
        pool.wait(even)
        pool.wait(odd)
    assert all(episode.done and len(episode.turns) == 2 for episode in episodes)
    wins = [bool(episode.success) for episode in episodes]
    assert wins == [number % 2 == 1 or number < 4 for number in range(10)]
    pool.close()


@pytest.mark.parametrize("processes", [0, 2])
def test_observations_and_completions_larger_than_a_pipe_buffer(processes: int) -> None:
    class Wordy(toys.Echo):
        def _ask(self) -> toys.Observation:
            observation = super()._ask()
            observation.text = observation.text * 100_000
            return observation

    pool = make_pool(Wordy, processes)
    episodes = pool.start(tasks(40))
    pool.wait(episodes[:1])
    pool.wait(episodes)
    pool.submit_turns(episodes[:20], ["y" * 100_000] * 20)
    pool.submit_turns(episodes[20:], ["y" * 100_000] * 20)
    pool.wait(episodes)
    assert all(len(episode.turns) == 1 for episode in episodes)
    pool.close()


def test_a_worker_that_dies_raises_an_error() -> None:
    class Deadly(toys.Echo):
        def step(self, action: str) -> toys.Observation:
            os.kill(os.getpid(), signal.SIGKILL)
            raise AssertionError

    pool = make_pool(Deadly, 2)
    episodes = pool.start(tasks(4))
    pool.wait(episodes)
    pool.submit_turns(episodes, ["1"] * 4)
    with pytest.raises(WorkerDied, match="killed by signal 9"):
        pool.wait(episodes)
    pool.close()


def test_an_environment_that_cannot_be_created_raises_an_error() -> None:
    class Impossible:
        def __init__(self) -> None:
            raise OSError("no such board")

    pool = make_pool(Impossible, 1)
    with pytest.raises(RuntimeError, match="OSError: no such board"):
        pool.wait(pool.start(tasks(1)))
    pool.close()


def test_workers_ignore_signals_to_the_process_group() -> None:
    pool = make_pool(toys.Echo, 2)
    for worker in pool._workers:
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(worker._process.pid, number)  # type: ignore[union-attr, arg-type]
    episodes = pool.start(tasks(4))
    pool.wait(episodes)
    assert all(episode.observation for episode in episodes)
    pool.close()


@pytest.mark.parametrize("end", ["raise SystemExit(3)", "os.kill(os.getpid(), 9)"])
def test_workers_do_not_outlive_the_trainer(end: str) -> None:
    program = f"""
import os
from tests.train import toys
from hallmark_rl.train.environments.env_pool import EnvPool
from hallmark_rl.train.environments.rollout_env import Assignment, EnvSlot
pool = EnvPool(lambda: EnvSlot(toys.Echo(), toys), 2)
pool.wait(pool.start([Assignment("train", 1, 0)]))
print(*(worker._process.pid for worker in pool._workers), flush=True)
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


def test_the_audit_runs_at_the_end_and_only_on_request() -> None:
    pool = make_pool(toys.Echo, 1, audit=lambda task, completions: completions == ["7", "7"])
    for audited in (True, False):
        episodes = pool.start(tasks(2), audited=audited)
        pool.wait(episodes)
        for _ in range(2):
            pool.submit_turns(episodes, ["7", "8"])
            pool.wait(episodes)
        assert [e.success for e in episodes] == [False, False]
        assert [e.verified for e in episodes] == [audited, False]
    pool.close()


def test_an_audit_that_raises_is_a_failure_of_the_environment() -> None:
    pool = make_pool(toys.Sound, 1, audit=lambda task, completions: 1 / 0)
    episodes = pool.start(tasks(1), audited=True)
    pool.wait(episodes)
    pool.submit_turns(episodes, ["1"])
    pool.wait(episodes)
    assert (episodes[0].failure, episodes[0].verified) == ("audit:ZeroDivisionError", None)
    pool.close()


def _state(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "Z"


class Counted(toys.Echo):
    """Four turns; counts the calls of each method."""

    calls: ClassVar[dict[str, int]] = {}

    def reset(self, seed: int, split: str, level: int) -> toys.Observation:
        self.calls["reset"] = self.calls.get("reset", 0) + 1
        return super().reset(seed, split, level=3)

    def step(self, action: str) -> toys.Observation:
        self.calls["step"] = self.calls.get("step", 0) + 1
        return super().step(action)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(0, 2), min_size=1, max_size=9),
    st.lists(st.sampled_from("ab"), min_size=36, max_size=36),
    st.integers(1, 9),
)
def test_shared_prefixes_change_no_result(seeds: list[int], words: str, part: int) -> None:
    """For any completions, submitted in parts of any size."""
    played = {}
    for shared in (False, True):
        Counted.calls = {}
        pool = make_pool(Counted, 0, shared=shared)
        episodes = pool.start([Assignment("train", 1, seed) for seed in seeds])
        pool.wait(episodes)
        completions = iter(words)
        while live := [episode for episode in episodes if not episode.done]:
            for start in range(0, len(live), part):
                some = live[start : start + part]
                pool.submit_turns(some, [next(completions) for _ in some])
            pool.wait(live)
        played[shared] = (episodes, Counted.calls)
    assert played[True][0] == played[False][0]
    assert all(played[True][1][name] <= count for name, count in played[False][1].items())


def test_equal_completions_are_played_once() -> None:
    Counted.calls = {}
    pool = make_pool(Counted, 0, shared=True)
    episodes = pool.start([Assignment("train", 1, 5)] * 8)
    pool.wait(episodes)
    for _ in range(4):
        pool.submit_turns(episodes, ["7"] * 8)
        pool.wait(episodes)
    assert Counted.calls == {"reset": 1, "step": 4}
    assert all(episode == episodes[0] for episode in episodes)
    episodes[0].turns[0].completion = "changed"
    assert episodes[1].turns[0].completion == "7"


@pytest.mark.parametrize("processes", [0, 2])
def test_prefetched_episodes_are_used(processes: int) -> None:
    Counted.calls = {}
    pool = make_pool(Counted, processes)
    pool.prefetch(tasks(6))
    episodes = pool.start(tasks(6))
    pool.wait(episodes)
    assert [episode.observation for episode in episodes] == [
        Echo().reset(n, "train", 1).text for n in range(6)
    ]
    if not processes:
        assert Counted.calls == {"reset": 6}
    pool.close()


@pytest.mark.parametrize("shared", [False, True])
@pytest.mark.parametrize("processes", [0, 2])
def test_prefetched_episodes_are_abandoned_for_other_tasks(processes: int, shared: bool) -> None:
    pool = make_pool(Echo, processes, shared=shared)
    prefetched = [Assignment("train", 1, seed) for seed in (1, 1, 1, 2)]
    between = [Assignment("test", 1, seed) for seed in (3, 4)]
    pool.prefetch(prefetched)
    for wanted in (between, prefetched):
        episodes = pool.start(wanted, audited=wanted is between)
        pool.wait(episodes)
        assert [episode.task for episode in episodes] == wanted
        for turn in range(2):
            pool.submit_turns(episodes, [str(turn + n) for n in range(len(episodes))])
            pool.wait(episodes)
        assert all(episode.done and len(episode.turns) == 2 for episode in episodes)
    pool.close()
