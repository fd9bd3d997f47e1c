"""A kiln whose settings are members of an enum in another module."""

from __future__ import annotations

from settings import Setting

from tests.conformance.hard_to_play.base import Heard, Refused, TextEnvironment


class KilnEnvironment(TextEnvironment):
    """Fires pots."""

    def do(self, text: str) -> Heard:
        try:
            setting = Setting(text)
        except ValueError:
            raise Refused("Unknown setting.") from None
        return Heard(message=f"The kiln is set: {setting.name}.")
