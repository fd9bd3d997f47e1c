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
    ("text", "size"), [("300", 300), ("64k", 65536), ("1.5MiB", 1572864), ("2GB", 2 << 30)]
)
def test_sizes(text: str, size: int) -> None:
    assert parse_size(text) == size
