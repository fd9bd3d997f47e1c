"""Failures that are accepted for a while: a file that says which, why, and until when.

["reset.seed_varies"]
reason = "one fixed level until the generator is merged (issue 41)"
expires = 2026-12-31
"""

from __future__ import annotations

import datetime
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from hallmark_rl.conformance.catalogue import catalogue


class WaiverError(ValueError):
    """A waiver file that cannot be used."""


@dataclass(frozen=True)
class Waiver:
    """One accepted failure."""

    id: str
    reason: str
    expires: datetime.date

    def valid(self, today: datetime.date) -> bool:
        """Whether it still counts."""
        return today <= self.expires


@dataclass
class Waivers:
    """The waivers of a run; remembers which were needed."""

    entries: dict[str, Waiver] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    today: datetime.date = field(default_factory=datetime.date.today)

    @classmethod
    def read(cls, path: Path) -> Waivers:
        """The waivers in a TOML file."""
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, tomllib.TOMLDecodeError) as error:
            raise WaiverError(f"--waivers {path}: {error}") from error
        found = {}
        for key, entry in data.items():
            told = entry if isinstance(entry, dict) else {}
            reason, expires = told.get("reason"), told.get("expires")
            if not reason or type(expires) is not datetime.date:
                raise WaiverError(f'{path}: ["{key}"] needs a reason and `expires = YYYY-MM-DD`')
            found[key] = Waiver(key, str(reason), expires)
        return cls(found)

    def covers(self, name: str) -> bool:
        """Whether a failure of this property is accepted today."""
        waiver = self.entries.get(name)
        if waiver is None:
            return False
        self.used.add(name)
        return waiver.valid(self.today)

    def complaints(self, checked: list[str]) -> list[str]:
        """Entries that should be removed: unknown, expired, or not needed."""
        found = []
        for name, waiver in self.entries.items():
            if name not in catalogue():
                found.append(f"waiver {name}: there is no such property")
            elif not waiver.valid(self.today):
                found.append(f"waiver {name}: it expired on {waiver.expires}")
            elif name in checked and name not in self.used:
                found.append(f"waiver {name}: the property holds, remove the entry")
        return found
