"""What the duel asks: questions whose answer is a number."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fact:
    """A question and its answer; answers next to each other differ by 1 to `gap`."""

    question: str
    number: int
    gap: int


_ELEMENTS = """
potassium 19, calcium 20, scandium 21, titanium 22, vanadium 23, chromium 24, manganese 25, iron 26,
cobalt 27, nickel 28, copper 29, zinc 30, gallium 31, germanium 32, arsenic 33, selenium 34,
bromine 35, krypton 36, rubidium 37, strontium 38, yttrium 39, zirconium 40, niobium 41,
molybdenum 42, technetium 43, ruthenium 44, rhodium 45, palladium 46, silver 47, cadmium 48,
indium 49, tin 50, antimony 51, tellurium 52, iodine 53, xenon 54, caesium 55, barium 56,
tungsten 74, rhenium 75, osmium 76, iridium 77, platinum 78, gold 79, mercury 80, thallium 81,
lead 82, bismuth 83, radon 86, radium 88, thorium 90, uranium 92, plutonium 94
"""
_YEARS = """
was the Battle of Hastings fought 1066; was Magna Carta sealed 1215; did Constantinople fall 1453;
did Columbus first reach the Americas 1492; did Copernicus publish De revolutionibus 1543;
was the Spanish Armada defeated 1588; was the Great Fire of London 1666;
did Newton publish the Principia 1687; did the Acts of Union join England and Scotland 1707;
did the great earthquake destroy Lisbon 1755;
was the United States' Declaration of Independence 1776;
was the Bastille stormed 1789; was the Battle of Waterloo fought 1815;
was On the Origin of Species published 1859; did the American Civil War end 1865;
was the Suez Canal opened 1869; was the Eiffel Tower opened 1889;
did the Wright brothers first fly a powered aeroplane 1903;
did Einstein publish special relativity 1905;
did the Titanic sink 1912; did the First World War begin 1914; did Fleming discover penicillin 1928;
did the Second World War end 1945; was Everest first climbed to the top 1953;
was Sputnik 1 launched 1957; did Gagarin orbit the Earth 1961;
did people first land on the Moon 1969;
did the Berlin Wall fall 1989; was the Hubble telescope launched 1990
"""
_COUNTS = """
bones has an adult human 206; keys has a standard piano 88; squares has a chessboard 64;
cards has a pack without jokers 52; states has the United States 50;
tiles has a double-six domino set 28;
teeth has an adult human with all of them 32; cells has the grid of a sudoku 81;
chromosomes has a human body cell 46; tiles has an English game of Scrabble 100;
points has a backgammon board 24; intersections has a full-size go board 361
"""


def _facts() -> tuple[Fact, ...]:
    facts = []
    for entry in _ELEMENTS.split(","):
        name, number = entry.split()
        facts.append(Fact(f"What is the atomic number of {name}?", int(number), 3))
    for entry in _YEARS.split(";"):
        words = entry.split()
        facts.append(Fact(f"In which year {' '.join(words[:-1])}?", int(words[-1]), 4))
    for entry in _COUNTS.split(";"):
        words = entry.split()
        number = int(words[-1])
        facts.append(Fact(f"How many {' '.join(words[:-1])}?", number, 3 + number // 60))
    return tuple(facts)


FACTS = _facts()
