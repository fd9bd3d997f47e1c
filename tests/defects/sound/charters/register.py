"""The office holders of the kingdom of Estmark, 1100 to 1299, and what they say about a year."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from itertools import accumulate
from random import Random

from .models import PASSAGES, Passage

FIRST, LAST = 1100, 1299
INDICTION = 15

_NAMES = {
    "king": "Aldric Berengar Conrad Edmund Folkwin Godfrey Hakon Ivar Ludolf Magnus Ottar Sigurd",
    "chancellor": "Ansgar Baldwin Crispin Dunstan Emeric Fulk Gervase Hamo Isidore Jocelyn Kenelm "
    "Lambert Milo Nigel Odo Pagan Quintin Reiner Savary Thurstan Ulric Vivian",
    "marshal": "Arnulf Bertram Clement Drogo Everard Ferrand Gislebert Herbert Ingram Jordan "
    "Leofric Manasser Norman Osbert Payn Ralf Serlo Turgis Urban Warin",
    "archbishop": "Ambrose Boniface Celestin Desmond Eustace Felix Gregory Hilary Innocent Julian "
    "Leander Maurice Nicholas Prosper Remigius",
    "seal": "lion|lamb|ship|tower|eagle|rose|wheel|stag|key|crown",
}


@dataclass(frozen=True)
class Office:
    """An office and its holders, one after the other without a gap."""

    name: str
    holders: tuple[str, ...]
    starts: tuple[int, ...]

    def holder(self, year: int) -> str:
        """Who held the office in `year`."""
        return self.holders[bisect_right(self.starts, year) - 1]

    def years(self, holder: str) -> range:
        """The years in which `holder` held it."""
        place = self.holders.index(holder)
        return range(self.starts[place], (*self.starts[1:], LAST + 1)[place])

    def lines(self) -> str:
        """The holders with their first and last years."""
        spans = ((holder, self.years(holder)) for holder in self.holders)
        return "; ".join(f"{holder} {span.start}-{span.stop - 1}" for holder, span in spans)


def _office(name: str) -> Office:
    holders = tuple(_NAMES[name].split("|" if "|" in _NAMES[name] else None))
    rng = Random(f"estmark {name}")
    shares = [rng.uniform(0.5, 1.5) for _ in holders]
    total = LAST - FIRST + 1
    ends = [round(total * part / sum(shares)) for part in accumulate(shares)]
    return Office(name, holders, tuple(FIRST + end for end in (0, *ends[:-1])))


OFFICES = {name: _office(name) for name in _NAMES}
REGISTER = "\n".join(f"{office.name}: {office.lines()}" for office in OFFICES.values())


def passages(year: int) -> dict[Passage, str]:
    """The text of every passage of a charter that was written in `year`."""
    named = {name: office.holder(year) for name, office in OFFICES.items()}
    return {
        "address": f"{named['king']}, by the grace of God king of Estmark, to all his faithful.",
        "witnesses": f"Witnesses: {named['marshal']} the marshal; the canons of the cathedral.",
        "seal": f"Green wax on a parchment tag. Device: {named['seal']}.",
        "clause": f"Given at the castle in indiction {year % INDICTION + 1}.",
        "subscription": f"I, archbishop {named['archbishop']}, have subscribed. By the hand of "
        f"{named['chancellor']} the chancellor.",
    }


def fitting_years(read: dict[str, str]) -> list[int]:
    """The years in which a charter would have exactly these passages."""
    return [
        year
        for year in range(FIRST, LAST + 1)
        if all(passages(year)[name] == text for name, text in read.items())  # type: ignore[index]
    ]


def decisive() -> list[int]:
    """The years that the passages of a charter determine."""
    return [
        year for year in range(FIRST, LAST + 1) if fitting_years(dict(passages(year))) == [year]
    ]


assert set(passages(FIRST)) == set(PASSAGES)
