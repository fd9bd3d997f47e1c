"""The Morse code, and how an operator keys it."""

from random import Random

CODE = dict(
    zip(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        [
            ".-",
            "-...",
            "-.-.",
            "-..",
            ".",
            "..-.",
            "--.",
            "....",
            "..",
            ".---",
            "-.-",
            ".-..",
            "--",
            "-.",
            "---",
            ".--.",
            "--.-",
            ".-.",
            "...",
            "-",
            "..-",
            "...-",
            ".--",
            "-..-",
            "-.--",
            "--..",
        ],
        strict=True,
    )
)
NOUNS = [
    "ANCHOR",
    "BARGE",
    "CARGO",
    "DECK",
    "ENGINE",
    "FERRY",
    "GALE",
    "HARBOUR",
    "ISLAND",
    "JETTY",
    "KEEL",
    "LANTERN",
    "MAST",
    "NORTH",
]
VERBS = [
    "SINKS",
    "WAITS",
    "TURNS",
    "DRIFTS",
    "BURNS",
    "SAILS",
    "LEAKS",
    "RETURNS",
    "STOPS",
    "MOVES",
]
TIMES = ["TODAY", "SOON", "TONIGHT", "NEVER", "ALWAYS", "MONDAY", "FRIDAY", "TWICE"]


def compose(rng: Random, words: int) -> str:
    """A message of some words."""
    return " ".join(rng.choice(kind) for kind in (NOUNS, VERBS, TIMES)[:words])


def key(rng: Random, text: str) -> list[int]:
    """The tape: a dot is one unit, a dash three; gaps are one, three, seven; each up to
    15 % off."""
    unit, tape = rng.randint(50, 130), []

    def put(units: int) -> None:
        tape.append(round(unit * units * rng.uniform(0.86, 1.14)))

    for w, word in enumerate(text.split()):
        for c, letter in enumerate(word):
            if w or c:
                put(3 if c else 7)
            for s, sign in enumerate(CODE[letter]):
                if s:
                    put(1)
                put(1 if sign == "." else 3)
    return tape
