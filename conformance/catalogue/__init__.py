"""The properties as data: id, level, rule, reason and remedy of each, one file per chapter.

The rule sentence in these files is the one that a failure prints and a report shows. Levels and
ids are stable; ids that OpenEnv's own validation policy names are used with its meaning.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Level = Literal["MUST", "SHOULD"]
CHAPTERS = (
    "contract",
    "reset",
    "step",
    "reward",
    "isolation",
    "robustness",
    "secrecy",
    "server",
    "semantics",
    "learning",
    "time",
)


@dataclass(frozen=True, slots=True)
class Property:
    """One thing that holds of a sound environment.

    Attributes:
        profile: the cheapest profile that checks it.
        needs: what it cannot do without: evidence from `proof.py` (`oracle`, `exploits`...), a
            declaration (`declared.max_steps`), or a kind of subject (`process`: not a bare address;
            `folder`).
    """

    id: str
    chapter: str
    level: Level
    rule: str
    why: str
    mend: str
    profile: str = "default"
    needs: tuple[str, ...] = ()


def read_chapter(path: Path) -> list[Property]:
    """The properties in one chapter's file."""
    entries = tomllib.loads(path.read_text(encoding="utf-8"))
    return [
        Property(id=key, chapter=path.stem, **{**entry, "needs": tuple(entry.get("needs", ()))})
        for key, entry in entries.items()
    ]


@functools.cache
def catalogue() -> Mapping[str, Property]:
    """Every property by its id, in the order of the chapters."""
    here = Path(__file__).parent
    listed = [entry for name in CHAPTERS for entry in read_chapter(here / f"{name}.toml")]
    found = {entry.id: entry for entry in listed}
    if len(found) != len(listed):
        raise ValueError("two properties have the same id")
    return found
