"""The walls of a zygote: what stands, what does not and why, and the level that this gives."""

from __future__ import annotations

from collections.abc import Callable

from hallmark_rl.sandbox.zygote import self_test


class Walls:
    """The walls of this zygote: what stands, what does not and why."""

    def __init__(self, omit: frozenset[str]) -> None:
        self.standing: list[str] = []
        self.missing: list[str] = []
        self._omit = omit

    def wanted(self, name: str) -> bool:
        """Whether a wall is to be built; one that is not is noted as missing."""
        if name in self._omit:
            self.missing.append(f"{name}: left out")
        return name not in self._omit

    def raise_wall(self, name: str, build: Callable[[], list[str] | None]) -> bool:
        """Build one wall; note it as standing, or as missing with the reason."""
        if not self.wanted(name):
            return False
        try:
            found = build()
        except (OSError, ValueError) as error:
            self.missing.append(f"{name}: {error}")
            return False
        self.standing += [name] if found is None else found
        return True


def level(standing: list[str], breaches: list[str]) -> str:
    """The highest level every one of whose promises held against the canary."""
    filtered = "seccomp" in standing and "landlock" in standing
    filtered = filtered and not set(breaches) & {
        *self_test.FILTERED,
        *self_test.SIGNALS,
        *self_test.FATAL,
    }
    if filtered and "namespaces" in standing and not breaches:
        return "kernel"
    return "filtered" if filtered else "process"
