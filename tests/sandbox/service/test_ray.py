"""`ray.Pool` when actors are killed, nodes leave or are slow, and workers cannot start."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import psutil
import pytest

pytest.importorskip("ray")
from hallmark_rl.sandbox import Job, Limits, Outcome
from tests.sandbox.service.conftest import TOKEN


def _jobs(count: int, pause_s: float = 0.01) -> Iterator[Job]:
    for number in range(count):
        yield Job(source=f"import time\ntime.sleep({pause_s})\nprint({number})")


def _expected(count: int) -> list[str]:
    return [f"{number}\n" for number in range(count)]


def _actor_processes() -> list[psutil.Process]:
    return [
        process
        for process in psutil.Process().children(recursive=True)
        if "ray::_SandboxActor" in " ".join(process.cmdline())
    ]


def test_an_actor_that_is_killed_loses_no_job(ray_cluster: Any, kernel: object) -> None:
    from hallmark_rl.sandbox.ray import Pool

    with Pool(2, batch=5) as pool:
        outcomes = pool.map(_jobs(120))
        seen = [next(outcomes).stdout for _ in range(10)]
        victims = _actor_processes()
        assert victims
        os.kill(victims[0].pid, signal.SIGKILL)
        seen += [outcome.stdout for outcome in outcomes]
    assert seen == _expected(120)


def test_a_node_that_leaves_loses_no_job(ray_cluster: Any, kernel: object) -> None:
    from hallmark_rl.sandbox.ray import Pool

    node = ray_cluster.add_node(num_cpus=2)
    ray_cluster.wait_for_nodes()
    with Pool(6, batch=5) as pool:  # so that each node has two workers
        list(pool.map(_jobs(60)))
        outcomes = pool.map(_jobs(300))
        seen = [next(outcomes).stdout for _ in range(10)]
        ray_cluster.remove_node(node, allow_graceful=False)
        seen += [outcome.stdout for outcome in outcomes]
    assert seen == _expected(300)


def test_a_slow_worker_gets_less_work(ray_cluster: Any, kernel: object) -> None:
    from hallmark_rl.sandbox.ray import Pool

    with Pool(2, batch=1, limits=Limits(wall_s=9.0)) as pool:
        while len(pool._ready_workers()) < 2:
            time.sleep(0.05)
        slow = Job(source="import time\ntime.sleep(5)\nprint('slow')")
        outcomes = pool.map([slow, *_jobs(20)], ordered=False)
        seen = [outcome.stdout for outcome in outcomes]
    assert sorted(seen) == sorted(["slow\n", *_expected(20)])
    # One quick job may be behind the slow one, in the same actor.
    assert seen.index("slow\n") >= 18


def test_a_worker_that_stands_still_delays_its_jobs_and_no_outcome_is_lost_or_double(
    ray_cluster: Any, kernel: object
) -> None:
    from hallmark_rl.sandbox.ray import Pool

    with Pool(2, batch=5, limits=Limits(wall_s=9.0)) as pool:
        outcomes = pool.map(_jobs(120))
        seen = [next(outcomes).stdout for _ in range(10)]
        slow = _actor_processes()[0]
        slow.suspend()
        resume = threading.Timer(3.0, slow.resume)
        resume.start()
        try:
            seen += [outcome.stdout for outcome in outcomes]
        finally:
            resume.join()
    assert seen == _expected(120)


def test_a_worker_that_cannot_start_is_an_error_in_time(ray_cluster: Any) -> None:
    from hallmark_rl.sandbox.ray import Pool

    with Pool(1) as other:
        other.run("")
        everything = int(__import__("ray").available_resources()["CPU"])
        with Pool(everything) as holding:
            list(holding.map(_jobs(64, 0)))
            started = time.monotonic()
            with Pool(1, start_timeout_s=0.5) as waiting, pytest.raises(RuntimeError, match="free"):
                waiting.run("")
            assert time.monotonic() - started < 30


def test_impossible_arguments_and_a_missing_cluster() -> None:
    import ray

    from hallmark_rl.sandbox.ray import Pool

    if not ray.is_initialized():
        with pytest.raises(RuntimeError, match=r"ray\.init"):
            Pool(1)
        return
    for arguments in ({"workers": 0}, {"batch": 0}, {"require": "strong"}, {"policy": "all"}):
        with pytest.raises(ValueError, match=r"workers|require|Policy"):
            Pool(**arguments)  # type: ignore[arg-type]


def test_the_three_doors_of_the_readme(ray_cluster: Any, server: str) -> None:
    readme = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"## Three doors.*?```python\n(.*?)```", readme, re.DOTALL)
    assert program.count("\n") <= 11
    for shown, here in (
        ("http://10.0.0.5:8642", server),
        ('token="..."', f"token={TOKEN!r}"),
        ('ray.init(address="auto")', "nullcontext()"),  # this process is connected
        ("workers=64", "workers=2"),
        ("outcomes = list(box.map(jobs))", "seen.append(list(box.map(jobs)))"),
        ("range(1000)", "range(30)"),
    ):
        assert shown in program
        program = program.replace(shown, here)
    seen: list[list[Outcome]] = []
    exec(compile(program, "README.md", "exec"), {"nullcontext": nullcontext, "seen": seen})
    squares = [[outcome.results[0].value for outcome in outcomes] for outcomes in seen]
    assert squares == [[n * n for n in range(30)]] * 3
