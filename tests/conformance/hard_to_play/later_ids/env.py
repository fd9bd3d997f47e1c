"""A post office: parcels have numbers, which are shown when one asks for them."""

from __future__ import annotations

from tests.conformance.hard_to_play.base import Heard, Refused, TextEnvironment


class PostEnvironment(TextEnvironment):
    """Hands out parcels. `survey` lists them, `deliver` takes the number of one."""

    def begin(self) -> None:
        self.parcels = [f"p{self.rng.randrange(1000, 9999)}" for _ in range(4)]

    def do(self, text: str) -> Heard:
        verb, _, number = text.partition(" ")
        if text == "survey":
            return Heard(message="The parcels of the day.", things=self.parcels)
        if verb == "deliver" and number in self.parcels:
            return Heard(message="It is on its way.")
        raise Refused("No such parcel." if verb == "deliver" else "Invalid request.")
