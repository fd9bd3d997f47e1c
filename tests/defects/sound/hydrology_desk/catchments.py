"""The tickets of the flood desk: peak flow by the rational method, and the alert it calls for."""

from __future__ import annotations

import random
from typing import NamedTuple

CLASSES = ("none", "watch", "warning", "flood")
TICKETS = 400
TEST_FROM = 300  # tickets from this number on are the test split
_RIVERS = ("Aske", "Brim", "Colne", "Derry", "Elwy", "Fleet", "Garron", "Hodder", "Isk", "Lune")
_SURFACES = {
    "moorland": 0.2, "woodland": 0.15, "pasture": 0.3, "ploughed clay": 0.5,
    "villages": 0.45, "suburbs": 0.6, "a town centre": 0.85,
}  # fmt: skip


class Ticket(NamedTuple):
    """One question.

    Attributes:
        river: Name of the stream.
        surface: What covers the catchment.
        runoff: Its runoff coefficient.
        area_km2: Area of the catchment.
        rain_mm_h: Intensity of the rain.
        marks: Flows in m3/s from which on there is a watch, a warning and a flood alert.
    """

    river: str
    surface: str
    runoff: float
    area_km2: float
    rain_mm_h: float
    marks: tuple[float, float, float]

    @property
    def flow(self) -> float:
        """Peak flow in m3/s: 0.278 C i A."""
        return 0.278 * self.runoff * self.rain_mm_h * self.area_km2

    @property
    def alert(self) -> str:
        """The class of the flow."""
        return CLASSES[sum(self.flow >= mark for mark in self.marks)]

    @property
    def clear(self) -> bool:
        """Whether the flow is at least 5 % away from every mark."""
        return all(abs(self.flow - mark) > 0.05 * mark for mark in self.marks)


def _draw(rng: random.Random) -> Ticket:
    surface = rng.choice(sorted(_SURFACES))
    low = rng.randrange(4, 60)
    return Ticket(
        river=rng.choice(_RIVERS),
        surface=surface,
        runoff=_SURFACES[surface],
        area_km2=rng.randrange(20, 400) / 10,
        rain_mm_h=float(rng.randrange(4, 50, 2)),
        marks=(float(low), round(low * 1.6, 1), round(low * 2.4, 1)),
    )


def ticket(number: int) -> Ticket:
    """Ticket `number`. The four classes are equally common."""
    rng = random.Random(f"hydrology ticket {number}")
    four = random.Random(f"hydrology tickets {number // 4}").sample(CLASSES, len(CLASSES))
    wanted = four[number % 4]
    while True:
        drawn = _draw(rng)
        if drawn.alert == wanted and drawn.clear:
            return drawn


def question(asked: Ticket, level: int) -> str:
    """The text of a ticket. Level 2 gives hectares, and millimetres in 15 minutes."""
    if level == 1:
        area, rain = f"{asked.area_km2:g} km2", f"{asked.rain_mm_h:g} mm/h"
    else:
        area = f"{asked.area_km2 * 100:g} ha"
        rain = f"{asked.rain_mm_h / 4:g} mm in 15 minutes"
    watch, warning, flood = asked.marks
    return (
        f"The {asked.river} drains {area} of {asked.surface} "
        f"(runoff coefficient {asked.runoff:g}). "
        f"Radar shows {rain} over all of it. The gauge has its watch mark at {watch:g} m3/s, "
        f"warning at {warning:g} m3/s, flood at {flood:g} m3/s. What peak flow does the rational "
        f"method give, and which alert is due?"
    )
