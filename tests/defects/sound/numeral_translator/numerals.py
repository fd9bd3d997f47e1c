"""Numeral systems."""

from random import Random

LOW, HIGH = 20, 3999
MODES = ("read", "write")
SPLITS = {"train": 3000, "test": 980}

_ROMAN = [
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
    (40, "XL"),
    (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
]  # fmt: skip
_GREEK = ["", "αβγδεϛζηθ", "ικλμνξοπϟ", "ρστυφχψωϡ"]
_CHINESE = "零一二三四五六七八九"


def roman(n: int) -> str:
    """Roman numeral."""
    out = ""
    for value, letters in _ROMAN:
        out += letters * (n // value)
        n %= value
    return out


def greek(n: int) -> str:
    """Greek (Milesian) numeral; thousands carry a lower mark in front."""
    out = "͵" + _GREEK[1][n // 1000 - 1] if n >= 1000 else ""
    for place, unit in ((3, 100), (2, 10), (1, 1)):
        digit = n // unit % 10
        out += _GREEK[place][digit - 1] if digit else ""
    return out + "ʹ"


def chinese(n: int) -> str:
    """Chinese numeral, positional: a sign for each digit."""
    return "".join(_CHINESE[int(digit)] for digit in str(n))


def mayan(n: int) -> str:
    """Mayan numeral in base 20, the places parted by dots, e.g. 1.0.19."""
    places = []
    while n:
        n, digit = divmod(n, 20)
        places.insert(0, str(digit))
    return ".".join(places)


SYSTEMS = {
    "Roman": roman,
    "Greek (Milesian)": greek,
    "Chinese positional": chinese,
    "Mayan base-20 (digits of the places parted by dots)": mayan,
    "binary": lambda n: f"{n:b}",
    "hexadecimal": lambda n: f"{n:X}",
}


def _numbers() -> list[int]:
    numbers = list(range(LOW, HIGH + 1))
    Random("numeral deck").shuffle(numbers)
    return numbers


_DECK = _numbers()


def number(split: str, index: int) -> int:
    """The number of a task."""
    return _DECK[index if split == "train" else SPLITS["train"] + index]
