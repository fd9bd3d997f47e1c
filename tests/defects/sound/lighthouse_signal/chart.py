"""The chart: lighthouses and their characters, second by second."""

from __future__ import annotations

from typing import NamedTuple


class Light(NamedTuple):
    """One light: its name, what the list of lights prints for it, and one cycle of it."""

    name: str
    character: str
    cycle: str  # `#` lit, `.` dark, one mark for each second

    @property
    def entry(self) -> str:
        """The line in the list of lights."""
        return f"{self.name}: {self.character}"


def _flashes(groups: str, period: int) -> str:
    """Groups of one-second flashes, such as "2+1": a second between flashes, three after each."""
    marks = "...".join("#." * int(count) for count in groups.split("+"))
    return marks.ljust(period, ".")


def _light(name: str, kind: str, groups: str, period: int) -> Light:
    if kind == "Fl":
        cycle = _flashes(groups, period)
        printed = f"Fl({groups}) {period}s" if groups != "1" else f"Fl {period}s"
    elif kind == "Oc":
        cycle = _flashes(groups, period).translate(str.maketrans("#.", ".#"))
        printed = f"Oc({groups}) {period}s" if groups != "1" else f"Oc {period}s"
    elif kind == "LFl":
        cycle, printed = "##".ljust(period, "."), f"LFl {period}s"
    else:
        cycle, printed = "#" * (period // 2) + "." * (period // 2), f"Iso {period}s"
    return Light(name, printed, cycle)


LIGHTS: tuple[Light, ...] = (
    _light("Arkholm", "Fl", "1", 5),
    _light("Bellrock", "Fl", "1", 7),
    _light("Corran", "Fl", "2", 10),
    _light("Dunmore", "Fl", "2", 12),
    _light("Eskness", "Fl", "3", 12),
    _light("Farsund", "Fl", "3", 15),
    _light("Gull Head", "Fl", "2+1", 15),
    _light("Hornby", "Fl", "4", 15),
    _light("Inverlay", "Fl", "4", 20),
    _light("Jarlsoe", "Oc", "1", 6),
    _light("Kilbride", "Oc", "1", 9),
    _light("Lannion", "Oc", "2", 10),
    _light("Marstal", "Oc", "2", 14),
    _light("Nordkap", "Oc", "3", 15),
    _light("Oddsta", "LFl", "1", 8),
    _light("Penmarch", "LFl", "1", 10),
    _light("Quay Bar", "LFl", "1", 12),
    _light("Rattray", "Iso", "1", 4),
    _light("Skerry", "Iso", "1", 6),
    _light("Tarbat", "Iso", "1", 8),
    _light("Utsira", "Iso", "1", 10),
    _light("Varne", "Fl", "3+1", 20),
    _light("Wolf Rock", "Fl", "2+2", 20),
    _light("Yell", "Oc", "3", 18),
)


def fits(light: Light, log: str) -> bool:
    """Whether some phase of the light explains the log; `?` is a second hidden by fog."""
    period = len(light.cycle)
    return any(
        all(
            mark in ("?", light.cycle[(second + phase) % period]) for second, mark in enumerate(log)
        )
        for phase in range(period)
    )
