"""A crane whose commands only the README shows."""

from __future__ import annotations

from tests.conformance.hard_to_play.base import Heard, Refused, TextEnvironment


class CraneEnvironment(TextEnvironment):
    """Moves loads."""

    def do(self, text: str) -> Heard:
        parts = text.split()
        if len(parts) == 3 and parts[0][::-1] == "tsioh" and parts[2].isdigit():
            return Heard(message=f"Up goes {parts[1]}.")
        if (
            len(parts) == 2
            and parts[0][::-1] == "gniws"
            and parts[1][::-1] in ("trop", "draobrats")
        ):
            return Heard(message="It swings.")
        raise Refused("That is not a valid order.")
