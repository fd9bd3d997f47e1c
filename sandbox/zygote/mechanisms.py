"""The isolation mechanisms of a zygote: which are in force, and the level that they amount to."""

from __future__ import annotations

from collections.abc import Callable

from hallmark_rl.sandbox.zygote import self_test


class Mechanisms:
    """Turns on isolation mechanisms by name and records the result of each.

    `active` has the names of those in force; `missing` has one line for each other, "name: reason".
    `omit` names mechanisms to leave out, for tests of the others.
    """

    def __init__(self, omit: frozenset[str]) -> None:
        self.active: list[str] = []
        self.missing: list[str] = []
        self._omit = omit

    def wanted(self, name: str) -> bool:
        """Whether to turn on a mechanism; records it as missing if it is to be left out."""
        if name in self._omit:
            self.missing.append(f"{name}: left out")
        return name not in self._omit

    def enable(self, name: str, setup: Callable[[], list[str] | None]) -> bool:
        """Turn on a mechanism by calling `setup`; returns whether it is in force.

        `setup` returns the names to record as active, or None for `name` alone. A mechanism whose
        `setup` raises `OSError` or `ValueError` is recorded as missing, with the reason.
        """
        if not self.wanted(name):
            return False
        try:
            names = setup()
        except (OSError, ValueError) as error:
            self.missing.append(f"{name}: {error}")
            return False
        self.active += [name] if names is None else names
        return True


def isolation_level(active: list[str], permitted_acts: list[str]) -> str:
    """The highest level whose mechanisms are active and whose forbidden acts all failed.

    `permitted_acts` are the forbidden acts that succeeded in the self-test.
    """
    filtered = "seccomp" in active and "landlock" in active
    filtered = filtered and not set(permitted_acts) & {
        *self_test.FILTERED,
        *self_test.SIGNALS,
        *self_test.FATAL,
    }
    if filtered and "namespaces" in active and not permitted_acts:
        return "kernel"
    return "filtered" if filtered else "process"
