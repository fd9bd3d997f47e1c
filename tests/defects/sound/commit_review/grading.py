"""Read a review, and compare it with the rules that are broken."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

_CODE = re.compile(r"\[([a-z-]+)\]")


def codes_in(text: str) -> list[str]:
    """The codes that a review names, in its order."""
    return list(dict.fromkeys(_CODE.findall(text)))


def share_found(named: Sequence[str], broken: Collection[str]) -> float:
    """Hits, divided by the number of codes named or of rules broken, whichever is larger."""
    hits = sum(code in broken for code in named)
    return hits / max(len(named), len(broken))


def paid(share: float) -> float:
    """Nothing up to one half; from there linearly to 1."""
    return max(0.0, 2.0 * share - 1.0)
