"""Whether this machine gives a process the namespaces that trials of Harbor tasks need."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
_PROBE = """\
import os, sys
from hallmark_rl.sandbox.isolation import namespaces, syscalls
namespaces.enter([kind for kind in namespaces.NAMES if kind != "cgroup"])
if not os.fork():
    syscalls.mount(b"none", b"/", b"", 1 << 14 | 1 << 18)
    syscalls.mount(b"proc", b"/proc", b"proc", 0)
    os._exit(0)
sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))
"""


def require_namespaces() -> None:
    """Skip where this machine gives no namespaces; a fault of the trials themselves is no skip."""
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", _PROBE], env=variables, capture_output=True, text=True, check=False
    )
    if done.returncode:
        pytest.skip(f"this machine gives no namespaces: {done.stderr[-300:]}")
