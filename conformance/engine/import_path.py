"""What a process that loads a subject finds on its import path.

In a checkout, the folder of the package `hallmark_rl` also holds `sandbox/`, `sdk/`, `envs/`,
`conformance/`, `train/` and `tests/`. If it were on the path, they would hide modules of the
subject that have the same names. So the process imports `hallmark_rl` from there and then takes the
folder off its path: the rest of the package is found through `hallmark_rl.__path__`. Its own child
processes find `hallmark_rl` in a folder that holds nothing but a link to it.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import hallmark_rl
from hallmark_rl.checkout import ROOT

BOOT = (
    "import sys; sys.path[:0] = sys.argv[2:]; "
    "from hallmark_rl.conformance.engine.forkserver import main; main()"
)
"""Run by `python -P -c` with a file descriptor and, in a checkout, its root as arguments."""


def python_path(spec: str, link_folder: Path) -> str:
    """The variable PYTHONPATH for a process that loads the subject `spec`.

    It names the working directory, where authors have modules of their own, the entries that the
    variable has now, and `link_folder`, in which a link to `hallmark_rl` is made. The root of a
    checkout is left out, unless `spec` is `module:Class`, which may be found from there.
    """
    entries = [os.getcwd(), *filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))]
    if ROOT and not _is_module_class(spec):
        entries = [entry for entry in entries if os.path.realpath(entry) != ROOT]
    if ROOT:
        (link_folder / "hallmark_rl").symlink_to(Path(hallmark_rl.__path__[0]).resolve())
        entries.append(str(link_folder))
    return os.pathsep.join(entries)


def leave_checkout(root: str) -> None:
    """Take the root of a checkout off `sys.path`, unless PYTHONPATH names it."""
    wanted = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    sys.path[:] = [
        entry for entry in sys.path if entry in wanted or os.path.realpath(entry) != root
    ]


def _is_module_class(spec: str) -> bool:
    """Whether a subject is named as `package.module:Class`."""
    module, colon, _ = spec.rpartition(":")
    return bool(colon) and "://" not in spec and not module.endswith(".py")
