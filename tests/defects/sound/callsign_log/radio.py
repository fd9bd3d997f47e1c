"""Calls, spelling alphabets, transmissions and log lines."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

_NATO = (
    "alpha", "bravo", "charlie", "delta", "echo", "foxtrot", "golf", "hotel",
    "india", "juliett", "kilo", "lima", "mike", "november", "oscar", "papa",
    "quebec", "romeo", "sierra", "tango", "uniform", "victor", "whiskey", "x-ray",
    "yankee", "zulu",
)  # fmt: skip
_OTHER = (
    "america", "boston", "canada", "denmark", "england", "france", "germany", "honolulu",
    "italy", "japan", "kilowatt", "london", "mexico", "norway", "ontario", "pacific",
    "queen", "radio", "santiago", "tokyo", "united", "venezuela", "washington", "xylophone",
    "yokohama", "zanzibar",
)  # fmt: skip
_DIGITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
WORDS = {
    word: letter for words in (_NATO, _OTHER) for word, letter in zip(words, LETTERS, strict=True)
}
WORDS |= {word: str(digit) for digit, word in enumerate(_DIGITS)}
LOST = "(crackle)"
ANY = frozenset(LETTERS + "0123456789?")
PREFIXES = ("OK", "DL", "G", "F", "EA", "SP", "PA", "K", "W", "VE", "JA", "ZL", "LU", "SM", "YO")
BANDS = ((3, 600, 799), (7, 60, 199), (14, 125, 349), (21, 150, 449), (28, 300, 699))

_LOG = re.compile(r"LOG ([A-Z0-9?]{3,8}) (\d{1,2}\.\d{3}) ([1-5][1-9])", re.ASCII)


@dataclass(frozen=True)
class Contact:
    """One contact: the call as far as it was heard, with `?` for lost characters."""

    call: str
    mhz: str
    report: str
    heard: str


@dataclass(frozen=True)
class LogLine:
    """What the operator logged."""

    call: str
    mhz: str
    report: str


def read_log(text: str) -> list[LogLine]:
    """The log lines of a text."""
    lines = (" ".join(line.upper().split()) for line in text.splitlines())
    return [LogLine(*found.groups()) for found in map(_LOG.fullmatch, lines) if found]


def read_call(call: str) -> tuple[frozenset[str], ...]:
    """What each character of a call may be; `?` is a character that was lost."""
    return tuple(ANY if character == "?" else frozenset(character) for character in call)


def same_call(logged: str, heard: str) -> bool:
    """Whether a logged call agrees with the one that was heard, character by character."""
    if len(logged) != len(heard):
        return False
    pairs = zip(read_call(logged), read_call(heard), strict=True)
    return all(mine <= theirs for mine, theirs in pairs)


def confirms(contact: Contact, line: LogLine) -> bool:
    """Whether the log line describes the contact."""
    whole = (line.mhz, line.report) == (contact.mhz, contact.report)
    return whole and same_call(line.call, contact.call)


def draw_contact(rng: Random, level: int) -> Contact:
    """A contact and its transmission."""
    suffix = "".join(rng.choices(LETTERS, k=rng.randint(2, 3)))
    call = f"{rng.choice(PREFIXES)}{rng.randint(0, 9)}{suffix}"
    band, low, high = rng.choice(BANDS)
    mhz = f"{band}.{rng.randint(low, high):03d}"
    report = f"{rng.randint(3, 5)}{rng.randint(4, 9)}"
    spoken = [_say(rng, character, level) for character in call]
    if level == 3:
        for position in rng.sample(range(len(call)), rng.randint(1, 2)):
            spoken[position] = LOST
            call = call[:position] + "?" + call[position + 1 :]
        if rng.random() < 0.5:
            slip = rng.randint(1, len(spoken) - 1)
            false = [_say(rng, rng.choice(LETTERS), level) for _ in range(slip)]
            spoken = [*false, "correction", *spoken]
    said_report = " ".join(_DIGITS[int(digit)] for digit in report)
    said_mhz = " ".join("decimal" if c == "." else _DIGITS[int(c)] for c in mhz)
    opening = rng.choice(("this is", "here is", "from"))
    order = [f"your report is {said_report}", f"on {said_mhz} megahertz"]
    if level > 1:
        rng.shuffle(order)
    return Contact(call, mhz, report, f"{opening} {' '.join(spoken)}; {'; '.join(order)}; over")


def _say(rng: Random, character: str, level: int) -> str:
    words = [word for word, meaning in WORDS.items() if meaning == character]
    return words[0] if level == 1 else rng.choice(words)
