"""Waivers: a TOML file of failures that are accepted until a date, with the reason for each.

["reset.seed_varies"]
reason = "one fixed level until the generator is merged"
expires = 2026-12-31
"""

from __future__ import annotations

import datetime
import tomllib
from dataclasses import dataclass, field
from pathlib import Path

from hallmark_rl.conformance.catalogue import all_properties


class WaiverError(ValueError):
    """The waiver file cannot be used; the text says which entry is wrong."""


@dataclass(frozen=True)
class Waiver:
    """An accepted failure: id of the property, reason and last day."""

    id: str
    reason: str
    expires: datetime.date

    def valid(self, today: datetime.date) -> bool:
        """Whether it has not expired."""
        return today <= self.expires


@dataclass
class Waivers:
    """The waivers of a run, by the property's id; `used` has the ids that were needed."""

    entries: dict[str, Waiver] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    today: datetime.date = field(default_factory=datetime.date.today)

    @classmethod
    def read(cls, path: Path) -> Waivers:
        """Read the waivers from a TOML file; raises `WaiverError` if it cannot be read."""
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise WaiverError(f"--waivers {path}: {error}") from error
        waivers = {}
        for key, entry in data.items():
            fields = entry if isinstance(entry, dict) else {}
            reason, expires = fields.get("reason"), fields.get("expires")
            if not reason or type(expires) is not datetime.date:
                raise WaiverError(f'{path}: ["{key}"] needs a reason and `expires = YYYY-MM-DD`')
            waivers[key] = Waiver(key, str(reason), expires)
        return cls(waivers)

    def covers(self, name: str) -> bool:
        """Whether a failure of this property is accepted today."""
        waiver = self.entries.get(name)
        if waiver is None:
            return False
        self.used.add(name)
        return waiver.valid(self.today)

    def complaints(self, checked: list[str]) -> list[str]:
        """Entries to remove: unknown, expired, or not needed though the property was checked."""
        problems = []
        for name, waiver in self.entries.items():
            if name not in all_properties():
                problems.append(f"waiver {name}: there is no such property")
            elif not waiver.valid(self.today):
                problems.append(f"waiver {name}: it expired on {waiver.expires}")
            elif name in checked and name not in self.used:
                problems.append(f"waiver {name}: the property holds, remove the entry")
        return problems
