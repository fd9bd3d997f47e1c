"""A stack machine that takes its instructions as JSON in a text."""

from __future__ import annotations

import json

from tests.conformance.hard_to_play.base import Heard, Refused, TextEnvironment


class StackEnvironment(TextEnvironment):
    """Pushes and pops."""

    def do(self, text: str) -> Heard:
        try:
            order = json.loads(text)
            instruction = order["instruction"]
        except (ValueError, KeyError, TypeError):
            raise Refused("Malformed instruction.") from None
        if instruction == "push" and isinstance(order.get("operand"), int):
            return Heard(message="Pushed.")
        if instruction in ("swap", "drop"):
            return Heard(message="Done.")
        raise Refused("Invalid instruction.")
