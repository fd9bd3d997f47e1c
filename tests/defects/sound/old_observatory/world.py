"""The building and its things."""

from __future__ import annotations

EXITS: dict[str, dict[str, str]] = {
    "gate": {"north": "hall"},
    "hall": {
        "south": "gate",
        "east": "library",
        "west": "workshop",
        "north": "stairs",
        "down": "cellar",
    },
    "library": {"west": "hall"},
    "workshop": {"east": "hall"},
    "cellar": {"up": "hall"},
    "stairs": {"south": "hall", "up": "dome"},
    "dome": {"down": "stairs"},
}
LINES = {
    "gate": "A rusty gate before a dark building.",
    "hall": "A hall with a cracked marble floor.",
    "library": "Shelves of swollen books.",
    "workshop": "Benches under white sheets.",
    "cellar": "A fuse box hangs on the damp wall.",
    "stairs": "Spiral stairs. Above is the door of the dome.",
    "dome": "The great telescope, with a dial from 0 to 359.",
}

LAYOUTS: list[dict[str, list[str]]] = [
    {"gate": ["lamp"], "library": ["logbook", "fuse"], "cellar": ["key"]},
    {"workshop": ["lamp", "fuse"], "library": ["logbook"], "stairs": ["key"]},
    {"hall": ["fuse"], "library": ["lamp"], "workshop": ["logbook", "key"]},
    {"stairs": ["lamp"], "cellar": ["fuse"], "library": ["key"], "workshop": ["logbook"]},
    {"hall": ["lamp"], "gate": ["key"], "workshop": ["fuse"], "stairs": ["logbook"]},
    {"library": ["lamp", "key"], "stairs": ["fuse"], "cellar": ["logbook"]},
]
THINGS = ("lamp", "fuse", "key", "logbook")
