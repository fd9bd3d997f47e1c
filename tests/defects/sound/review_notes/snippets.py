"""Function bodies, each in a sound form and with a defect."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

KINDS = (
    "off-by-one",
    "mutable-default",
    "bare-except",
    "none-compare",
    "sql-injection",
    "unclosed-file",
)


@dataclass(frozen=True)
class Snippet:
    """A function; in `defective`, line `at` (from 0) has a defect of the kind."""

    kind: str
    sound: tuple[str, ...]
    defective: tuple[str, ...]

    @property
    def at(self) -> int:
        """The number of the line that differs."""
        pairs = zip(self.sound, self.defective, strict=False)
        return next(i for i, (one, other) in enumerate(pairs) if one != other)


def _snippet(kind: str, before: str, sound: str, defective: str, after: str) -> Snippet:
    head, tail = before.split("|") if before else [], after.split("|") if after else []
    return Snippet(kind, (*head, *sound.split("|"), *tail), (*head, *defective.split("|"), *tail))


def _family(noun: str) -> list[Snippet]:
    """One snippet of each kind about a noun."""
    return [
        _snippet(
            "off-by-one",
            f"def last_{noun}(rows):|    total = 0",
            "    for i in range(len(rows)):",
            "    for i in range(len(rows) + 1):",
            f"        total += rows[i].{noun}|    return total",
        ),
        _snippet(
            "mutable-default",
            "",
            f"def add_{noun}(item, seen=None):|    seen = seen or []",
            f"def add_{noun}(item, seen=[]):",
            "    seen.append(item)|    return seen",
        ),
        _snippet(
            "bare-except",
            f"def read_{noun}(text):|    try:|        return int(text)",
            "    except ValueError:",
            "    except:",
            "        return 0",
        ),
        _snippet(
            "none-compare",
            f"def has_{noun}(record):",
            f"    if record.{noun} is None:",
            f"    if record.{noun} == None:",
            "        return False|    return True",
        ),
        _snippet(
            "sql-injection",
            f"def find_{noun}(db, name):",
            f'    query = db.execute("SELECT * FROM {noun} WHERE name = ?", (name,))',
            f"    query = db.execute(f\"SELECT * FROM {noun} WHERE name = '{{name}}'\")",
            "    return query.fetchone()",
        ),
        _snippet(
            "unclosed-file",
            f"def load_{noun}(path):",
            "    with open(path) as source:|        return source.read()",
            "    source = open(path)|    return source.read()",
            "",
        ),
    ]


NOUNS = {
    "train": ("price", "weight", "city", "owner", "score", "label"),
    "test": ("invoice", "ticket", "badge"),
}
FAMILIES = {split: [s for noun in nouns for s in _family(noun)] for split, nouns in NOUNS.items()}


def make_file(
    split: str, functions: int, defects: int, rng: Random
) -> tuple[list[str], set[tuple[int, str]]]:
    """The lines of a file, and its defects as pairs of line number and kind."""
    chosen = rng.sample(FAMILIES[split], functions)
    planted = set(rng.sample(range(functions), defects))
    lines: list[str] = []
    found: set[tuple[int, str]] = set()
    for index, snippet in enumerate(chosen):
        if lines:
            lines += ["", ""]
        if index in planted:
            found.add((len(lines) + snippet.at + 1, snippet.kind))
            lines += snippet.defective
        else:
            lines += snippet.sound
    return lines, found
