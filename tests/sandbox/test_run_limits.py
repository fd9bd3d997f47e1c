"""The limits of a run, and sizes written as text."""

from __future__ import annotations

import pytest

from hallmark_rl.sandbox import Limits, Sandbox
from hallmark_rl.sandbox.api.run_limits import parse_size


@pytest.mark.parametrize(
    ("attack", "small", "large", "status"),
    [
        ("x = bytearray(150 << 20)", Limits(memory_bytes=100 << 20), Limits(), "memory"),
        ("import time; time.sleep(0.5)", Limits(wall_s=0.2), Limits(), "timeout"),
        (
            "import time\nt = time.process_time()\nwhile time.process_time() < t + 0.4: pass",
            Limits(cpu_s=0.2, wall_s=10.0),
            Limits(wall_s=10.0),
            "timeout",
        ),
        ("print('x' * 9000)", Limits(output_bytes=5000), Limits(), "output"),
    ],
    ids=["memory", "wall", "cpu", "output"],
)
def test_limit_stops_what_a_higher_limit_permits(
    attack: str, small: Limits, large: Limits, status: str, kernel: Sandbox
) -> None:
    assert kernel.run(attack, limits=small).status == status
    assert kernel.run(attack, limits=large).status == "ok"


def test_results_have_a_size_limit(kernel: Sandbox) -> None:
    source = "def f(n): return 'x' * n"
    small = Limits(result_bytes=100_000)
    assert kernel.call(source, "f", [(1_000_000,)], limits=small).status == "output"
    assert kernel.call(source, "f", [(1_000_000,)]).results[0].value == "x" * 1_000_000


@pytest.mark.parametrize(
    ("act", "message"),
    [("time.sleep(0.2)", "Still running after 0.5 s."), ("spin()", "Used 0.3 s of CPU time.")],
)
def test_fresh_calls_name_the_limit_that_they_share(
    act: str, message: str, kernel: Sandbox
) -> None:
    source = (
        "import time\ndef spin():\n    while time.process_time() < 0.12: pass\n"
        f"def f():\n    {act}\n"
    )
    limits = Limits(wall_s=0.5 if "sleep" in act else 60.0, cpu_s=0.3)
    outcome = kernel.call(source, "f", [()] * 9, fresh_calls=True, limits=limits)
    assert outcome.status == "timeout"
    assert outcome.error is not None
    assert outcome.error.message == message


def test_fresh_calls_share_the_limits_of_results_and_output(kernel: Sandbox) -> None:
    source = "def f(n): return 'x' * n"
    calls = [(30_000,)] * 10
    small = Limits(result_bytes=100_000)  # and 64 KiB for other messages, of each run
    results = kernel.call(source, "f", calls, fresh_calls=True, limits=small)
    assert results.status == "output"
    assert 3 <= len(results.results) <= 6
    assert results.error is not None
    assert "100000 bytes" in results.error.message
    source, calls = "def f(n): print('y' * n)", calls[:5]
    loud = kernel.call(source, "f", calls, fresh_calls=True, limits=Limits(output_bytes=70_000))
    assert (loud.status, len(loud.stdout), loud.stdout_truncated) == ("output", 70_000, True)
    enough = kernel.call(source, "f", calls, fresh_calls=True, limits=Limits(output_bytes=200_000))
    assert (enough.status, len(enough.stdout)) == ("ok", 5 * 30_001)


@pytest.mark.parametrize("value", ["[[] for _ in range(n)]", "[{} for _ in range(n)]"])
def test_results_have_a_limit_of_memory(value: str, kernel: Sandbox) -> None:
    """A reply of 4 MiB may not take hundreds of megabytes in the caller."""
    source = f"def f(n): return {value}"
    large = Limits(wall_s=60.0, cpu_s=60.0, memory_bytes=1 << 30)
    outcome = kernel.call(source, "f", [(1_300_000,)], limits=large)
    assert outcome.status == "output"
    usual_memory = Limits(wall_s=60.0, cpu_s=60.0)
    assert kernel.call(source, "f", [(100_000,)], limits=usual_memory).status == "ok"


def test_a_text_is_as_large_as_it_looks(kernel: Sandbox) -> None:
    text = kernel.call("def f(n): return '[,{' * n", "f", [(1_300_000,)])
    assert text.results[0].value == "[,{" * 1_300_000


@pytest.mark.parametrize(
    ("text", "size"), [("300", 300), ("64k", 65536), ("1.5MiB", 1572864), ("2GB", 2 << 30)]
)
def test_sizes(text: str, size: int) -> None:
    assert parse_size(text) == size
