"""The language wall: what a restricted program can say, and what it can reach.

    from hallmark_rl.sandbox.policy import compile_program, new_globals

    from hallmark_rl.sandbox.policy import violations

    violations("import os")                  # [Violation(kind='module', name='os', line=1, ...)]
    exec(compile_program("print(1 + 1)"), new_globals())

The tree of a program is checked name by name before anything runs (`transformer.py`, by the rule
in `rules.py`), and rewritten only where an object decides: `str.format`, `__dict__`, private names
that some library class knows too. Everything else runs as plain Python does, at its speed. A
program in whose text and code there is nothing to look at is compiled as it stands (`plain.py`).
What a program can import is listed in `modules.py`.

For the runner: call `warm()` once in the zygote. It imports every module that a program may import,
so that a child needs no file system for them; under the `python` policy the same modules are there.
Give `new_globals` the module name `__main__` or `program`; no other class may use these homes.
`violations` may run anywhere; it parses, so run it where a crash of the parser costs nothing.
"""

import typing

from hallmark_rl.sandbox.policy.compiler import compile_program, violations
from hallmark_rl.sandbox.policy.program_globals import new_globals
from hallmark_rl.sandbox.policy.violations import ForbiddenProgram, Violation

__all__ = [
    "ForbiddenProgram",
    "Violation",
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
    """Do once, in the zygote, what every run would otherwise do again."""
    from hallmark_rl.sandbox.policy.module_proxies import preload

    preload()
    exec(compile_program(_SAMPLE), new_globals())
    for forget in typing._cleanups:  # type: ignore[attr-defined]
        forget()  # what libraries asked for: a key of these caches is shown to who looks like it
