"""How long the calls of a scorer take, told to the person who waits for a slow one."""

from __future__ import annotations

import math
import time
from collections.abc import Callable

SLOW = 1.0
"""Seconds of a call from which a scorer is slow."""
_FEWEST = 3
"""Calls after which that is known."""
_PAUSE = 30.0
"""Seconds between two lines."""


class Pace:
    """Counts calls and says what is happening, if they are slow.

    Args:
        tell: is given a line now and then.
        left: says which property is checked and how many are left.
        ends: value of `time.monotonic` at which the run must be over.

    Attributes:
        calls, seconds: how many calls have ended, and how long they took together.
    """

    def __init__(
        self, tell: Callable[[str], None], left: Callable[[], str], ends: float = math.inf
    ) -> None:
        self.calls, self.seconds = 0, 0.0
        self._tell, self._left, self._ends = tell, left, ends
        self._next = -math.inf

    @property
    def is_slow(self) -> bool:
        """Whether a call takes more than a second on average."""
        return self.calls >= _FEWEST and self.seconds > SLOW * self.calls

    @property
    def told(self) -> str:
        """The mean time of a call, as a clause."""
        return f"a call takes {self.seconds / max(1, self.calls):.2g} s"

    def note(self, seconds: float) -> None:
        """A call has ended after so many seconds."""
        self.calls, self.seconds = self.calls + 1, self.seconds + seconds
        now = time.monotonic()
        if not self.is_slow or now < self._next:
            return
        ends = f"the time budget ends in {max(0.0, self._ends - now):.0f} s"
        if self._ends == math.inf:
            ends = "--time-budget SECONDS limits the run, --profile quick makes fewer calls"
        line = f"slow scorer: {self.told}, {self.calls} answers are scored; {self._left()}; {ends}"
        self._next = now + _PAUSE
        self._tell(line)
