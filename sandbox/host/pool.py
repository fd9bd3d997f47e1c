"""Workers: places where one run at a time happens, whatever becomes of their zygotes."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from hallmark_rl.sandbox.api.levels import LEVELS, Policy
from hallmark_rl.sandbox.api.outcome import Isolation
from hallmark_rl.sandbox.host.launch import ZygoteError
from hallmark_rl.sandbox.host.zygote_client import Breed, Zygote

_ATTEMPTS = 5
_T = TypeVar("_T")


class Unavailable(Exception):
    """No run can happen as required; carries the isolation there is, if any, and the reason."""

    def __init__(self, reason: str, isolation: Isolation) -> None:
        super().__init__(reason)
        self.isolation = isolation


class Worker:
    """Holds a zygote for each policy and role that was asked for, and replaces those that die."""

    def __init__(self, require: str, seed: int, clock: bool, omit: frozenset[str]) -> None:
        self._require, self._seed, self._clock, self._omit = require, seed, clock, omit
        self._zygotes: dict[tuple[Policy, str], Zygote] = {}

    def zygote(self, policy: Policy, role: str = "run") -> Zygote:
        """A live zygote that meets the required level, started now if need be."""
        found = self._zygotes.get((policy, role))
        if found is None or not found.usable:
            self._discard(policy, role)
            found = Zygote(Breed(policy, self._seed, self._clock, self._omit))
            self._zygotes[policy, role] = found
        isolation = found.isolation
        if LEVELS.index(isolation.level) < LEVELS.index(self._require):
            why = "; ".join(isolation.missing) or "no reason is known"
            raise Unavailable(
                f"Isolation {self._require!r} is required, this host gives {isolation.level!r} "
                f"({why}).",
                isolation,
            )
        return found

    def attempt(self, work: Callable[[], _T]) -> _T:
        """Do `work`, again with fresh zygotes when one of them dies under it."""
        last: ZygoteError | None = None
        for _ in range(_ATTEMPTS):
            try:
                return work()
            except ZygoteError as error:
                last = error
                self.end(patience_s=0.0)
            except Unavailable:
                raise
            except BaseException:
                self.end(patience_s=0.0)  # a run may still be going on: nothing of it may stay
                raise
        raise Unavailable(
            f"{_ATTEMPTS} zygotes failed in a row: {last}", Isolation("none")
        ) from last

    def _discard(self, policy: Policy, role: str) -> None:
        zygote = self._zygotes.pop((policy, role), None)
        if zygote is not None:
            zygote.end(patience_s=0.0)

    @property
    def processes(self) -> list[int]:
        """The processes this worker started and still holds."""
        return [zygote.pid for zygote in self._zygotes.values()]

    def end(self, *, patience_s: float = 1.0) -> None:
        """End every zygote."""
        while self._zygotes:
            _, zygote = self._zygotes.popitem()
            zygote.end(patience_s=patience_s)
