"""Landlock: nothing of the file system but the standard library, and that only to read."""

from __future__ import annotations

import os
import struct

from hallmark_rl.sandbox.isolation.syscalls import syscall

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_PATH_BENEATH = 1
_READ_FILE, _READ_DIR = 1 << 2, 1 << 3
_HIDDEN = ("site-packages", "dist-packages")

# How many file-system rights each ABI knows; network rights came with 4, scopes with 6.
_FS_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}


def abi() -> int:
    """The kernel's Landlock version, 0 when there is none."""
    try:
        return syscall("landlock_create_ruleset", _CREATE, 0, 0, 1)
    except OSError:
        return 0


def restrict(library: str) -> list[str]:
    """Shut this process in with `library`; returns the mechanisms that now hold."""
    version = abi()
    if not version:
        raise OSError("this kernel has no Landlock")
    handled = (1 << _FS_RIGHTS[min(version, 5)]) - 1
    network = 0b11 if version >= 4 else 0
    scopes = 0b11 if version >= 6 else 0
    attributes = struct.pack("QQQ", handled, network, scopes)
    size = 8 if version < 4 else 16 if version < 6 else 24
    ruleset = syscall("landlock_create_ruleset", _CREATE, attributes[:size], size, 0)
    try:
        _allow(ruleset, library, _READ_DIR)
        for path in _readable(library):
            _allow(ruleset, path, _READ_FILE | (_READ_DIR if os.path.isdir(path) else 0))
        syscall("landlock_restrict_self", _RESTRICT, ruleset, 0)
    finally:
        os.close(ruleset)
    found = ["landlock"]
    if network:
        found.append("landlock-net")
    if scopes:
        found.append("landlock-scope")
    return found


def _readable(library: str) -> list[str]:
    """The library without other people's packages: a rule reaches all below, so name each entry.

    Left out as well are links that lead out of it, such as Debian's `sitecustomize.py`.
    """
    inside = os.path.join(os.path.realpath(library), "")
    return [
        entry.path
        for entry in os.scandir(library)
        if entry.name not in _HIDDEN
        and (not entry.is_symlink() or os.path.realpath(entry.path).startswith(inside))
    ]


def _allow(ruleset: int, path: str, rights: int) -> None:
    handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    try:
        rule = struct.pack("=Qi", rights, handle)
        syscall("landlock_add_rule", _ADD, ruleset, _PATH_BENEATH, rule, 0)
    finally:
        os.close(handle)
