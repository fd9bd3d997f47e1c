"""A packet filter whose code compares the words of a rule one by one; raises if one is wrong."""

from __future__ import annotations

from tests.conformance.hard_to_play.base import Heard, TextEnvironment

HOSTS = ("mail", "web", "db")


class FilterEnvironment(TextEnvironment):
    """Takes rules."""

    def do(self, text: str) -> Heard:
        words = text.split()
        if len(words) != 6 or words[0] not in ("permit", "refuse"):
            raise ValueError("no rule")
        if words[0] == "permit" and words[2] == "of" and words[4] == "for":
            _, port, _, source, _, host = words
            if (port == "all" or port.isdigit()) and source == "all" and host in ("all", *HOSTS):
                return Heard(message=f"Rule: {text}")
        raise ValueError("no rule")
