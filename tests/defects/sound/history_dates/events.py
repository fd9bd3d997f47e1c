"""Events with their years, and questions about them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

EVENTS = {
    "train": (
        ("Battle of Hastings", 1066),
        ("Magna Carta is sealed", 1215),
        ("Black Death reaches Sicily", 1347),
        ("Battle of Agincourt", 1415),
        ("Constantinople falls to the Ottomans", 1453),
        ("Columbus reaches the Bahamas", 1492),
        ("Spanish Armada sails against England", 1588),
        ("Gunpowder Plot", 1605),
        ("Peace of Westphalia", 1648),
        ("Great Fire of London", 1666),
        ("Lisbon earthquake", 1755),
        ("American Declaration of Independence", 1776),
        ("Storming of the Bastille", 1789),
        ("Battle of Waterloo", 1815),
        ("Suez Canal opens", 1869),
        ("Eiffel Tower opens", 1889),
        ("Titanic sinks", 1912),
        ("Treaty of Versailles", 1919),
        ("First people on the Moon", 1969),
        ("Fall of the Berlin Wall", 1989),
    ),
    "test": (
        ("Charlemagne is crowned emperor", 800),
        ("First Crusade is proclaimed", 1095),
        ("Battle of Bannockburn", 1314),
        ("Joan of Arc is burnt", 1431),
        ("Luther publishes the 95 theses", 1517),
        ("Battle of Lepanto", 1571),
        ("Mayflower sails to America", 1620),
        ("Siege of Vienna is lifted by Sobieski", 1683),
        ("Battle of Culloden", 1746),
        ("Battle of Trafalgar", 1805),
        ("Great Exhibition in London", 1851),
        ("Wright brothers fly at Kitty Hawk", 1903),
        ("Wall Street crash", 1929),
        ("Chernobyl disaster", 1986),
    ),
}
LETTERS = "ABCD"


@dataclass(frozen=True)
class Question:
    """A question and its answer."""

    text: str
    answer: str


def ordering(rng: Random, split: str) -> Question:
    """Four events to put in order."""
    right = sorted(rng.sample(EVENTS[split], len(LETTERS)), key=lambda event: event[1])
    shown = list(right)
    rng.shuffle(shown)
    lines = [f"{letter}) {event[0]}" for letter, event in zip(LETTERS, shown, strict=False)]
    text = "Put these in order, the earliest first:\n" + "\n".join(lines)
    return Question(text, "".join(LETTERS[shown.index(event)] for event in right))


def dating(rng: Random, split: str) -> Question:
    """One event whose year is asked."""
    name, year = rng.choice(EVENTS[split])
    return Question(f"In which year? {name}", str(year))


def quiz(rng: Random, split: str) -> list[Question]:
    """Three orderings and a year, in any order."""
    questions = [ordering(rng, split) for _ in range(3)] + [dating(rng, split)]
    rng.shuffle(questions)
    return questions
