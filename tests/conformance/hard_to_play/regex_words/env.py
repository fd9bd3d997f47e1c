"""A sailing boat that reads orders with a regular expression."""

from __future__ import annotations

import re

from tests.conformance.hard_to_play.base import Heard, Refused, TextEnvironment

ORDER = re.compile(r"(reef|furl|trim) the (jib|mainsail|spinnaker)( by \d)?")


class BoatEnvironment(TextEnvironment):
    """Sets sails."""

    def do(self, text: str) -> Heard:
        match = ORDER.fullmatch(text)
        if match is None:
            raise Refused("Invalid order.")
        return Heard(message=f"Aye: the {match[2]}.")
