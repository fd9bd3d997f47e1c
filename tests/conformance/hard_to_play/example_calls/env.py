"""A loom; the tests beside it show how it is used. It refuses by an exception."""

from __future__ import annotations

from tests.conformance.hard_to_play.base import Heard, TextEnvironment


class LoomEnvironment(TextEnvironment):
    """Weaves."""

    def do(self, text: str) -> Heard:
        threads = [part for part in text.split("/") if part]
        if len(threads) != 3 or any(len(set(thread)) != 2 for thread in threads):
            raise ValueError("bad pattern")
        return Heard(message="Woven.")
