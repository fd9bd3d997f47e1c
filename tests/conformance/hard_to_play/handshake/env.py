"""A modem: nothing works before the line is open."""

from __future__ import annotations

from tests.conformance.hard_to_play.base import Heard, Refused, TextEnvironment

SIGNALS = {"mark": "1", "space": "0", "carrier": "~", "break": "_"}


class ModemEnvironment(TextEnvironment):
    """Sends signals."""

    def do(self, text: str) -> Heard:
        if not self.done:
            if text != "offhook":
                raise Refused("The line is not available. You must begin with 'offhook'.")
            return Heard(message="Dial tone.")
        if text not in SIGNALS:
            raise Refused("Unknown signal.")
        return Heard(message=f"Sent {SIGNALS[text]}.")
