"""The `restricted` policy: which programs compile, and what they can reach while they run.

    from hallmark_rl.sandbox.policy import compile_program, new_globals, violations

    violations("import os")                  # [Violation(kind='module', name='os', line=1, ...)]
    exec(compile_program("print(1 + 1)"), new_globals())

Before anything runs, every name in the program's syntax tree is checked (`transformer.py`, by the
rules in `name_rules.py`). A name is replaced by a call of a guard only where the answer depends on
the object: `str.format`, `__dict__`, private names that library classes use too. Everything else
runs as plain Python, at its speed. A program without any name or opcode that a rule looks at is
compiled unchanged (`fast_path.py`). `allowed_modules.py` lists what a program can import.

A zygote calls `warm()` once. It imports every module that a program may import, so that a run needs
no file system for them. `new_globals` takes the module name `__main__` or `program`; only classes
that belong to a program may have one of these as their `__module__`. `violations` parses the source
in the calling process, so call it where a crash of the parser does no harm.
"""

import typing

from hallmark_rl.sandbox.policy.compiler import compile_program, violations
from hallmark_rl.sandbox.policy.program_globals import add_open, new_globals
from hallmark_rl.sandbox.policy.violations import ForbiddenProgram, Violation

__all__ = [
    "ForbiddenProgram",
    "Violation",
    "add_open",
    "compile_program",
    "new_globals",
    "violations",
    "warm",
]

_SAMPLE = """
from dataclasses import dataclass

@dataclass
class Sample:
    _name: str
    def show(self) -> str:
        return "{}".format(self._name) + self.__class__.__name__

assert Sample("a").show() == "aSample"
"""


def warm() -> None:
    """Import the allowed modules and do once, in the zygote, what every run would do again."""
    from hallmark_rl.sandbox.policy.module_proxies import preload

    preload()
    exec(compile_program(_SAMPLE), new_globals())
    # Clear typing's caches: a program's `__eq__` could otherwise be called with their keys.
    for clear_cache in typing._cleanups:  # type: ignore[attr-defined]
        clear_cache()
