"""The level that each kind of host gets, and what its runs report: never more than was tested."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.sandbox import Sandbox

_ROOT = Path(__file__).parents[2]

LEVELS = {
    # What only some hosts have, and no level needs.
    "deny:ptrace": "kernel",
    "deny:userfaultfd": "kernel",
    "deny:io_uring_setup": "kernel",
    "deny:sched_setaffinity": "kernel",
    "absent:eventfd2": "kernel",
    "kill:eventfd2": "kernel",
    "deny:eventfd2": "kernel",
    "absent:memfd_create": "kernel",
    "deny:memfd_create": "kernel",
    "limit:MEMLOCK=0": "kernel",
    "limit:FSIZE=0": "kernel",
    "limit:NPROC=5": "kernel",
    "user:65534": "kernel",
    "user:1000 deny:ptrace": "kernel",  # and with no-new-privileges
    "user:unused limit:NPROC=5": "kernel",
    # root drops its capabilities by becoming another user; an ordinary user needs capset.
    "deny:capset": "kernel",
    "kill:capset": "kernel",
    "user:1000 deny:capset": "filtered",
    "user:1000 kill:capset": "filtered",
    # Without namespaces.
    "deny:unshare": "filtered",
    "deny:mount": "filtered",
    "deny:pivot_root": "filtered",
    "kill:pivot_root": "filtered",
    "deny:setgroups": "filtered",
    "kill:setgroups": "filtered",
    "no-capabilities": "filtered",
    # A forbidden act that kills was not tested.
    "kill:ptrace": "process",
    "user:1000 kill:ptrace": "process",
    "kill:unshare": "process",
    "kill:mount": "process",
    "kill:memfd_create": "process",
    "kill:userfaultfd": "process",
    "kill:io_uring_setup": "process",
    # Without a filter, or without knowing the capabilities.
    "deny:landlock_create_ruleset": "process",
    "kill:landlock_create_ruleset": "process",
    "kill:landlock_restrict_self": "process",
    "deny:landlock_restrict_self": "process",
    "deny:seccomp": "process",
    "kill:seccomp": "process",
    "kill:capget": "process",
    "kill:prctl": "process",
    # Nothing runs.
    "absent:pidfd_open": "none",
    "kill:pidfd_open": "none",
    "limit:NOFILE=16": "none",
    "deny:pidfd_open": "none",
    "deny:socketpair": "none",
    "deny:ioctl": "none",
    "deny:pipe2": "none",
}


# Conditions that withhold what another one withholds, in another way.
_ALIKE = {
    "absent:eventfd2", "deny:eventfd2", "absent:memfd_create", "deny:userfaultfd",
    "deny:io_uring_setup", "user:65534", "kill:pivot_root", "kill:setgroups",
    "user:1000 kill:ptrace", "kill:mount", "kill:io_uring_setup", "kill:landlock_create_ruleset",
    "deny:landlock_restrict_self", "kill:seccomp", "absent:pidfd_open", "kill:pidfd_open",
    "deny:ioctl", "deny:pipe2",
}  # fmt: skip


Report = Callable[[str], dict[str, Any]]


@pytest.fixture(scope="module")
def report_under() -> Iterator[Report]:
    """What the sandbox does in a process for which a condition holds."""
    command = [sys.executable, "-m", "tests.sandbox.host_conditions"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen(command, cwd=_ROOT, **pipes) as process:

        def ask(condition: str) -> dict[str, Any]:
            print(condition, file=process.stdin, flush=True)
            printed = process.stdout.readline()
            status = process.stdout.readline() if printed.startswith("{") else printed
            assert status == "0\n", f"{condition}: {status}"
            report: dict[str, Any] = json.loads(printed)
            return report

        yield ask


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can impose each condition")
@pytest.mark.parametrize(
    "condition",
    [pytest.param(name, marks=[pytest.mark.slow] * (name in _ALIKE)) for name in LEVELS],
)
def test_level_and_runs_under_a_condition(
    condition: str, report_under: Report, kernel: Sandbox
) -> None:
    report = report_under(condition)
    assert report["level"] == LEVELS[condition], report
    assert not report["forked"]
    if report["level"] == "none":
        assert report["run"][0] == report["checked"] == "unavailable"
        assert report["run"][2]
        return
    assert report["run"][:2] == ["ok", "1\n"]
    assert report["fresh"] == [["ok", 1, 1]] * 2
    if "memfd" in condition or "FSIZE" in condition:
        assert report["stdin"][0] == "unavailable"
        assert "file in memory" in report["stdin"][2]
    else:
        assert report["stdin"][:2] == ["ok", "two\n"]
    if report["level"] != "kernel":
        assert report["missing"]


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can impose each condition")
@pytest.mark.parametrize("limit", ["AS=100000000", "CPU=2"])
def test_a_lower_limit_of_the_host_is_not_the_programs_fault(
    limit: str, report_under: Report, kernel: Sandbox
) -> None:
    report = report_under(f"limit:{limit}")
    assert report["level"] == "kernel"
    status, _, message = report["run"]
    assert status == "unavailable"
    assert f"RLIMIT_{limit.partition('=')[0]}" in message


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can impose each condition")
def test_the_reason_names_what_is_missing(report_under: Report, kernel: Sandbox) -> None:
    assert any("unprivileged_userns" in line for line in report_under("deny:unshare")["missing"])
    assert any("CAP_SETGID" in line for line in report_under("deny:setgroups")["missing"])
    without = report_under("no-capabilities")["missing"]
    assert any(line.startswith("namespaces:") and "CAP_SETUID" in line for line in without)
    killed = report_under("kill:ptrace")["missing"]
    assert "the self-test could not try to trace another process: a child was killed by SIGSYS" in (
        killed
    )
