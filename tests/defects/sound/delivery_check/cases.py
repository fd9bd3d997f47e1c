"""Orders, proofs of delivery and complaints."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

PRICES = {"photo": 4, "gps": 3, "signature": 5, "scan": 2}
_NAMES = [
    "Adeyemi",
    "Bauer",
    "Chen",
    "Dubois",
    "Evans",
    "Fischer",
    "Garcia",
    "Horvath",
    "Ivanov",
    "Jansen",
]
_SYMBOLS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
_DOUBTS = {
    "photo": "I do not recognise the door in the picture",
    "gps": "the van was never in our street",
    "signature": "I did not sign for anything",
    "scan": "it came on the wrong day",
}
_CALM = {
    "photo": "The picture is fine",
    "gps": "I did see the van in the street",
    "signature": "The signature is not in question",
    "scan": "The day is not the problem",
}


@dataclass(frozen=True)
class Proof:
    """What the courier has on file: a text and a stamp."""

    text: str
    stamp: str


@dataclass(frozen=True)
class Case:
    """One complaint."""

    order: str
    complaint: str
    concerned: tuple[str, str]
    flawed: str
    proofs: dict[str, Proof]

    @property
    def verdict(self) -> str:
        return self.flawed or "sound"

    @property
    def budget(self) -> int:
        return sum(PRICES[item] for item in self.concerned)


def draw_case(rng: Random, level: int) -> Case:
    """A case, with a flaw in one of the two proofs in three of four cases."""
    name, wrong_name = rng.sample(_NAMES, 2)
    house, day = rng.randrange(2, 90), rng.randrange(1, 28)
    first, second = rng.sample(list(PRICES), 2)
    flawed = rng.choice([first, second, first, ""])
    facts = {
        "photo": f"photo of house number {house + (flawed == 'photo') * rng.randrange(1, 9)}",
        "gps": f"position {rng.randrange(180, 900) if flawed == 'gps' else rng.randrange(3, 40)} m "
        "from the address",
        "signature": f"signed by {wrong_name if flawed == 'signature' else name}",
        "scan": f"scanned on day {day + (flawed == 'scan') * rng.randrange(1, 4)}",
    }
    stamps: list[str] = []
    while len(stamps) < len(facts):
        stamp = "".join(rng.choices(_SYMBOLS, k=4))
        if stamp not in stamps and any(symbol.isdigit() for symbol in stamp):
            stamps.append(stamp)
    proofs = {
        item: Proof(text, stamp) for (item, text), stamp in zip(facts.items(), stamps, strict=False)
    }
    doubts = [_DOUBTS[first], _DOUBTS[second]]
    complaint = f"I am unhappy: {doubts[0]}, and {doubts[1]}."
    if level == 2:
        calm = [_CALM[item] for item in PRICES if item not in (first, second)]
        rng.shuffle(calm)
        complaint = f"{calm[0]}. {complaint} {calm[1]}."
    order = f"parcel for {name}, house number {house}, due on day {day}, within 100 m"
    return Case(order, complaint, (first, second), flawed, proofs)


def doubted(complaint: str) -> list[str]:
    """The proofs that a complaint concerns."""
    return [item for item, text in _DOUBTS.items() if text in complaint]


def contradicts(order: str, item: str, text: str) -> bool:
    """Whether a proof contradicts the order."""
    words = order.replace(",", "").split()
    name, house, day = words[2], words[5], words[9]
    if item == "gps":
        return int(text.split()[1]) > 100
    return text.split()[-1] != {"photo": house, "signature": name, "scan": day}[item]
