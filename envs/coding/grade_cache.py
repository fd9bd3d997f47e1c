"""Remember grades, so that equal programs are run once on equal hidden cases.

In GRPO the episodes of a group have the same task and seed, and later in training their answers are
often equal.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Hashable

from hallmark_rl.sdk.coding.grading import Grade


class GradeCache:
    """Up to `max_entries` grades; the least recently used is dropped first. Thread-safe."""

    def __init__(self, max_entries: int) -> None:
        self._max_entries = max_entries
        self._grades: OrderedDict[Hashable, Grade] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: Hashable) -> Grade | None:
        """Return the grade stored under `key`, or None."""
        with self._lock:
            if key not in self._grades:
                return None
            self._grades.move_to_end(key)
            return self._grades[key]

    def put(self, key: Hashable, grade: Grade) -> None:
        """Store a grade under `key`."""
        with self._lock:
            self._grades[key] = grade
            self._grades.move_to_end(key)
            if len(self._grades) > self._max_entries:
                self._grades.popitem(last=False)
