"""A workshop that says what it understands only when it does not understand."""

from __future__ import annotations

from tests.conformance.hard_to_play.base import Heard, Refused, TextEnvironment

WORK = "|".join(("polish", "sand", "varnish"))
THINGS = "|".join(("chair", "shelf", "stool"))


class WorkshopEnvironment(TextEnvironment):
    """Works on furniture."""

    def do(self, text: str) -> Heard:
        verb, _, thing = text.partition(" ")
        if verb not in WORK.split("|"):
            raise Refused(f"I don't understand. Valid verbs: {WORK.replace('|', ', ')}.")
        if thing not in THINGS.split("|"):
            raise Refused(f"Cannot {verb} that: expected one of {THINGS.replace('|', ', ')}")
        return Heard(message=f"You {verb} the {thing}.")
