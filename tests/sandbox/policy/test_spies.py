"""Whatever the library shows to an object of the program is something that a program may hold."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from hallmark_rl.sandbox.policy import compile_program, new_globals
from hallmark_rl.sandbox.policy.private_names import is_program_class
from tests.sandbox.policy.test_reach import key_of, walk

SPIES = (Path(__file__).parent / "spies.txt").read_text()


def test_spies_are_shown_nothing(capsys):
    space = new_globals()
    exec(compile_program(SPIES), space)
    shown = {
        f"shown {key_of(obj)}": obj
        for obj in space["shown"]
        if not is_program_class(obj if isinstance(obj, type) else type(obj))
    }
    found, size = walk({**shown, "__builtins__": {}})
    assert found == {}
    assert space["calls"] > 20_000
    assert len(shown) > 1_000
    assert size > len(shown)


def test_typing_forgets_what_libraries_asked_for():
    left = (
        "import typing\nfrom hallmark_rl.sandbox import policy\npolicy.warm()\n"
        "print(sum(f.__self__.cache_info().currsize for f in typing._cleanups))"
    )
    command = [sys.executable, "-c", left]
    done = subprocess.run(
        command, cwd=Path(__file__).parents[3], stdout=subprocess.PIPE, check=True
    )
    assert int(done.stdout) == 0
