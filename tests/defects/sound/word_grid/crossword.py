"""Diagrams of 5 by 5 cells, and how they are filled."""

from __future__ import annotations

from random import Random

SIDE = 5
DIAGRAMS = {  # rows with an across word, columns with a down word, by level
    1: ((1,), (1, 3, 5)),
    2: ((1, 5), (1, 5)),
    3: ((1, 5), (1, 3, 5)),
}
DECOYS = 9
_WORDS = (
    "APPLE ARENA BREAD BASIN CANOE CEDAR CLOUD CRANE DELTA DANCE DRESS EAGLE EARTH ENTER ESSAY "
    "FLUTE FROST GRAPE GLASS HEART HORSE HOTEL INDEX IVORY JELLY KNIFE LASER LEMON LOTUS MAPLE "
    "METAL MOTOR NIGHT NURSE OCEAN OLIVE ONION OTTER PAPER PEARL PLANT RADIO RIVER ROAST ROBOT "
    "SALAD SCALE SHEEP SPOON STONE STORE TABLE TIGER TOAST TRAIN TREES UNCLE UNDER VIOLA WATER "
    "WHEEL YEAST ZEBRA SLATE STEEL ERASE LEASE TENSE ROSES LINEN RAISE NOTES"
)
WORDS = tuple(_WORDS.split())


def slots(level: int) -> list[str]:
    """The slots of a diagram: `A1` is across in row 1, `D3` down in column 3."""
    rows, columns = DIAGRAMS[level]
    return [*(f"A{row}" for row in rows), *(f"D{column}" for column in columns)]


def picture(level: int) -> list[str]:
    """The diagram as text."""
    rows, columns = DIAGRAMS[level]
    span = range(1, SIDE + 1)
    return ["".join(".#"[r not in rows and c not in columns] for c in span) for r in span]


def clash(one: str, word: str, other: str, across: str) -> bool:
    """Whether two words disagree in the cell where their slots cross."""
    if one[0] == other[0]:
        return False
    return word[int(other[1]) - 1] != across[int(one[1]) - 1]


def fill(names: list[str], words: list[str]) -> dict[str, str] | None:
    """The first filling that can be found, by backtracking."""

    def go(done: dict[str, str]) -> dict[str, str] | None:
        if len(done) == len(names):
            return done
        slot = names[len(done)]
        for word in words:
            if word in done.values() or any(clash(slot, word, s, w) for s, w in done.items()):
                continue
            full = go({**done, slot: word})
            if full:
                return full
        return None

    return go({})


def fits(names: list[str], words: list[str], answer: dict[str, str]) -> bool:
    """Whether a filling uses every slot, only words of the list, none twice, and agrees."""
    if sorted(answer) != sorted(names) or not set(answer.values()) <= set(words):
        return False
    if len(set(answer.values())) < len(names):
        return False
    return not any(clash(a, answer[a], b, answer[b]) for a in names for b in names)


def compose(rng: Random, level: int) -> list[str]:
    """Draw a list of words with which the diagram can be filled."""
    solution = fill(slots(level), rng.sample(WORDS, len(WORDS)))
    assert solution is not None
    used = list(solution.values())
    others = [word for word in WORDS if word not in used]
    return sorted([*used, *rng.sample(others, DECOYS)])
