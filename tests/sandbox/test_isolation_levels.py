"""The isolation level that root, an ordinary user and containers get."""

from __future__ import annotations

import errno
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from hallmark_rl.sandbox import Isolation, Sandbox
from hallmark_rl.sandbox.zygote import self_test
from hallmark_rl.sandbox.zygote.child_steps import StepChildren
from hallmark_rl.sandbox.zygote.mechanisms import REQUIRED_MECHANISMS, isolation_level
from hallmark_rl.sandbox.zygote.self_test import FATAL, FILTERED, KERNEL, SIGNALS
from tests.sandbox.run_as_user import KINDS

_ROOT = Path(__file__).parents[2]
_ATTACKS = "tests/sandbox/test_attacks.py"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become each kind of user")
@pytest.mark.parametrize("kind", KINDS)
def test_level_of_each_kind_of_user(kind: str, kernel: Sandbox) -> None:
    command = [sys.executable, "-m", "tests.sandbox.run_as_user", kind]
    done = subprocess.run(command, cwd=_ROOT, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["level"] == KINDS[kind], report["missing"]
    assert not report["pwned"]
    assert report["control"] == [{"ok": [1]}]
    assert report["fresh"] == [1, 1]
    acts_stopped = {act for act, stopped in report["stopped"].items() if stopped}
    assert acts_stopped >= {*FILTERED, *FATAL}
    if KINDS[kind] == "kernel":
        assert acts_stopped >= {*KERNEL}
        assert (report["required"], report["ran"]) == ("ok", "ran\n")
    else:
        assert (report["required"], report["ran"]) == ("unavailable", "")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become each kind of user")
@pytest.mark.slow
@pytest.mark.parametrize("kind", ["user", "container"])
def test_attacks_as_another_user(kind: str, kernel: Sandbox) -> None:
    """The attacks of the whole corpus, at each level that this user gets.

    `test_level_of_each_kind_of_user` has those on the operating system, for every kind of user.
    """
    pytest_ = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-q", "-rs"]
    command = [sys.executable, "-m", "tests.sandbox.run_as_user", kind, *pytest_, _ATTACKS]
    quiet = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(
        command, cwd=_ROOT, env=quiet, capture_output=True, text=True, timeout=600
    )
    assert done.returncode == 0, done.stdout
    counts = {word: int(count) for count, word in re.findall(r"(\d+) (\w+)", _last(done.stdout))}
    if KINDS[kind] == "kernel":
        assert "skipped" not in counts, done.stdout
    else:
        assert counts["passed"] + 1 == counts["skipped"], done.stdout
        assert done.stdout.count("this host gives filtered") == 3


def _last(text: str) -> str:
    return text.rstrip().rpartition("\n")[2]


_ALL = [name.partition(" | ")[2] or name for name in REQUIRED_MECHANISMS["kernel"]]
_FILTERED = [name.partition(" | ")[2] or name for name in REQUIRED_MECHANISMS["filtered"]]


@pytest.mark.parametrize("act", [*FILTERED, *FATAL, *SIGNALS])
def test_one_act_that_is_not_stopped_lowers_the_level(act: str) -> None:
    assert isolation_level(_ALL, []) == "kernel"
    assert isolation_level(_ALL, [act]) == "process"


@pytest.mark.parametrize("act", KERNEL)
def test_an_act_that_only_namespaces_stop_lowers_the_level_to_filtered(act: str) -> None:
    assert isolation_level(_ALL, [act]) == "filtered"


@pytest.mark.parametrize("missing", _ALL)
def test_a_level_requires_its_mechanisms(missing: str) -> None:
    lower = "process" if missing in _FILTERED else "filtered"
    assert isolation_level([name for name in _ALL if name != missing], []) == lower


def test_the_self_test_reports_what_it_could_not_try(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a child: an act that kills its process is untested, and the acts after it are tried."""

    def die() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def stopped() -> None:
        raise PermissionError(errno.EPERM, "no")

    acts = {"a": stopped, "b": die, "c": lambda: None, "d": stopped}
    monkeypatch.setattr(self_test, "FILTERED", acts)
    for name in ("KERNEL", "SIGNALS"):
        monkeypatch.setattr(self_test, name, {})
    monkeypatch.setattr(self_test, "FATAL", {"e": die, "f": lambda: os.kill(os.getpid(), 31)})
    monkeypatch.setattr(self_test.fds, "close_zygote_fds", lambda: None)
    children = StepChildren()
    result = self_test.run_self_test(children, lambda: None, pid_namespace=True)
    children.close()
    assert result.permitted == ["c"]
    assert result.untested == {"b": "was killed by SIGKILL", "e": "was killed by SIGKILL"}


def test_steps_are_tried_unless_all_of_them_are_proven() -> None:
    def fail() -> None:
        raise OSError("no")

    children = StepChildren(frozenset({"a", "b"}))
    assert children.failures({"a": fail, "b": fail}) == {}
    assert children.worked == set()
    assert children.failures({"a": fail, "c": lambda: None}) == {"a": "no"}
    assert children.worked == {"c"}
    children.close()


def test_a_self_test_that_never_answers_has_tested_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_test.fds, "close_zygote_fds", lambda: None)
    children = StepChildren()
    result = self_test.run_self_test(children, lambda: os._exit(0), pid_namespace=True)
    children.close()
    assert set(result.untested) == {*FILTERED, *KERNEL, *FATAL}
    assert isolation_level(_ALL, result.untested) == "process"


def test_the_process_level_is_refused_where_more_is_required() -> None:
    bare = frozenset({"namespaces", "landlock", "seccomp"})
    with Sandbox(policy="python", require="process", _omit=bare) as box:
        assert box.isolation.level == "process"
        assert box.run("print(1)").stdout == "1\n"
        assert box.run("while True: pass").status == "timeout"
        assert box.run("x = bytearray(1 << 30)").status == "memory"
    with Sandbox(policy="python", require="filtered", _omit=bare) as box:
        assert box.run("print(1)").status == "unavailable"
        assert isinstance(box.isolation, Isolation)


_UNSHARE = ["unshare", "--user", "--map-root-user"]


def test_root_of_a_user_namespace_with_a_single_user(kernel: Sandbox) -> None:
    """As in a container with one user: the zygote cannot become another."""
    if subprocess.run([*_UNSHARE, "true"], capture_output=True, check=False).returncode:
        pytest.skip("no user namespaces here")
    command = [
        sys.executable,
        "-m",
        "hallmark_rl.sandbox.run",
        "--probe",
        "--json",
        "--require",
        "process",
    ]
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([*_UNSHARE, *command], cwd=root, stdout=subprocess.PIPE, check=True)
    isolation = json.loads(done.stdout)["isolation"]
    assert "namespaces" in isolation["mechanisms"]
    # The kernel exempts the real root from RLIMIT_NPROC, whatever its user namespace is.
    assert isolation["level"] == ("process" if os.geteuid() == 0 else "kernel")
