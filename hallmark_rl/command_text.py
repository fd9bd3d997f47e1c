"""The text of a `hallmark` command that works in the shell of the person who reads it.

command_text("gate", "my_env")    # hallmark gate my_env, or: python -m hallmark_rl gate my_env
"""

from __future__ import annotations

import os
import shlex
import shutil
import sys


def command_text(*words: object) -> str:
    """The command line `hallmark WORDS`, quoted for a POSIX shell.

    The console script is named if the shell finds the one of this Python's environment; otherwise
    the command starts this Python with `-m hallmark_rl`.
    """
    return " ".join([_program(), *(shlex.quote(str(word)) for word in words)])


def _program() -> str:
    """How to start the `hallmark` of this Python's environment."""
    if _is_first_on_path("hallmark"):
        return "hallmark"
    for name in ("python", "python3"):
        if _is_first_on_path(name):
            return f"{name} -m hallmark_rl"
    return f"{shlex.quote(sys.executable)} -m hallmark_rl"


def _is_first_on_path(name: str) -> bool:
    """Whether the shell finds `name` in a scripts folder of this Python's environment.

    The script itself may be a link, as pipx makes one in `~/.local/bin`. An interpreter is not
    resolved: in a virtual environment it is a link to one that lacks this package.
    """
    found = shutil.which(name)
    if found is None:
        return False
    if os.path.dirname(os.path.abspath(found)) in _script_folders():
        return True
    return name == "hallmark" and os.path.dirname(os.path.realpath(found)) in _script_folders()


def _script_folders() -> set[str]:
    """Where this Python's console scripts are installed."""
    import sysconfig

    folders = {os.path.dirname(os.path.abspath(sys.executable)), sysconfig.get_path("scripts")}
    if sys.prefix == sys.base_prefix:  # a virtual environment has no scripts of the user's
        folders.add(sysconfig.get_path("scripts", f"{os.name}_user"))
    return folders | {os.path.realpath(folder) for folder in folders}
