"""Evidence from the author of File Sorter."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import ShellAction, ShellObservation
from .shell import FOLDERS

Policy = Callable[[Any, ShellObservation], ShellAction]

declared = {"max_steps": 40, "success_reward": 1.0, "levels": (1, 2)}


def oracle(env: Any, observation: ShellObservation) -> ShellAction:
    """Makes the folders, then reads (level 2) and moves or removes one file after the other."""
    for folder in FOLDERS.values():
        if folder not in observation.folders:
            return ShellAction(command=f"mkdir {folder}")
    if not observation.inbox:
        return ShellAction(command="done")
    name = observation.inbox[0]
    kind = _kind(name, observation.output)
    if kind is None:
        return ShellAction(command=f"cat /inbox/{name}")
    if kind in FOLDERS:
        return ShellAction(command=f"mv /inbox/{name} {FOLDERS[kind]}")
    return ShellAction(command=f"rm /inbox/{name}")


def _kind(name: str, output: str) -> str | None:
    """The kind of a file from its name, or from what `cat` printed."""
    if name.endswith(".tmp"):
        return "scratch"
    if name.endswith(".txt"):
        return name.partition("-")[0]
    printed = re.fullmatch(r"kind: (\w+)\nreference (\w+)\n", output)
    if printed and f"{printed[2]}.dat" == name:
        return printed[1]
    return None


def null(env: Any, observation: ShellObservation) -> ShellAction:
    """Ends the session at once."""
    return ShellAction(command="done")


def actions() -> st.SearchStrategy[ShellAction]:
    """Command lines, possible and impossible."""
    folder = st.sampled_from(("/inbox", *FOLDERS.values()))
    return st.one_of(
        st.builds("{} {}".format, st.sampled_from(("ls", "mkdir", "cat", "rm")), folder),
        st.builds("mv /inbox/a.txt {}".format, folder),
        st.text(max_size=20),
    ).map(lambda line: ShellAction(command=line))


def invalid() -> list[ShellAction]:
    """Lines that the shell refuses."""
    lines = ("", "sudo rm -rf /", "mv a", "cat /etc/passwd", "cp a b", "ls ../../..")
    return [ShellAction(command=line) for line in lines]


def secrets(env: Any) -> list[str]:
    """Everything on the disk may be read."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Sessions that tidy nothing."""
    yield (
        "removes everything",
        lambda env, seen: ShellAction(
            command=f"rm /inbox/{seen.inbox[0]}" if seen.inbox else "done"
        ),
    )
    yield "folders only", _folders_only
    yield "claims", lambda env, seen: ShellAction(command="done", metadata={"tidiness": 1.0})


def _folders_only(env: Any, seen: ShellObservation) -> ShellAction:
    """Make the folders and leave."""
    missing = [folder for folder in FOLDERS.values() if folder not in seen.folders]
    return ShellAction(command=f"mkdir {missing[0]}" if missing else "done")
