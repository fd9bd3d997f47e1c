"""An environment in which names are sorted."""

from __future__ import annotations

import string
from typing import Any, ClassVar

from tests.conformance.small_environment import Env, Message, small_schema

TEXT = {"type": "string"}


class Sorting(Env):
    """Four names are to be sorted; `is_shuffled` says whether they are shown in another order."""

    schema: ClassVar[dict[str, Any]] = small_schema(names={"type": "array", "items": TEXT})
    limit = 1
    is_shuffled = True

    def begin(self) -> None:
        letters = string.ascii_lowercase
        self.names = ["".join(self.rng.choices(letters, k=5)) for _ in range(4)]
        self.names.sort(reverse=self.is_shuffled)

    def show(self) -> Message:
        return {"task": "Bring them in order.", "names": list(self.names)}

    def paid(self, action: Message) -> float:
        return float(action["names"] == sorted(self.names))

    def oracle(self) -> Message:
        return {"names": sorted(self.names)}


class Sorted(Sorting):
    is_shuffled = False
