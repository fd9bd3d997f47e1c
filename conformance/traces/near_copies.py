"""Groups of texts that are equal or nearly equal: MinHash over groups of three words.

A. Broder, "On the resemblance and containment of documents" (1997).
"""

from __future__ import annotations

import hashlib
import re
from collections import defaultdict
from collections.abc import Hashable, Sequence

HASHES = 24
"""Values of a signature."""
_ROWS = 3
"""Values that must be equal for two texts to be compared: with 8 groups of 3, texts that share 0.8
of their word groups are compared with a probability of 0.998."""
ALIKE = 0.75
"""Share of equal values from which two texts count as nearly equal."""
LEAST_WORDS = 6
"""Words from which a text has a signature; shorter ones are compared as a whole."""
_MOST_WORDS = 4000
_PRIME = (1 << 61) - 1
_FACTORS = [
    int.from_bytes(hashlib.sha256(f"near copies {n}".encode()).digest()[:15], "little") % _PRIME
    for n in range(2 * HASHES)
]


def digest(text: str) -> str:
    """Equal for texts that differ only in case and spacing."""
    plain = " ".join(text.casefold().split())
    return hashlib.sha256(plain.encode("utf-8", "replace")).hexdigest()[:16]


def signature(text: str) -> list[int]:
    """The smallest hash values of the word groups of a text; empty for a short one.

    Numbers count as one word, so that texts which differ in numbers only are equal.
    """
    words = re.findall(r"[^\W\d]+|\d+", text.casefold())[:_MOST_WORDS]
    if len(words) < LEAST_WORDS:
        return []
    plain = ["0" if word.isdigit() else word for word in words]
    groups = {
        int.from_bytes(hashlib.blake2b(" ".join(triple).encode("utf-8", "replace"),
                                       digest_size=7).digest(), "little")
        for triple in zip(plain, plain[1:], plain[2:], strict=False)
    }  # fmt: skip
    pairs = zip(_FACTORS[::2], _FACTORS[1::2], strict=True)
    return [min((a * group + b) % _PRIME for group in groups) & 0xFFFFFFFF for a, b in pairs]


def group_alike(items: Sequence[tuple[str, list[int]]]) -> list[list[int]]:
    """The places of texts in groups of nearly equal ones; groups of one are left out.

    Args:
        items: digest and signature of each text.

    Each text joins the first group whose first text is alike, so that groups do not chain.
    """
    groups: list[list[int]] = []
    by_digest: dict[str, int] = {}
    by_band: dict[Hashable, list[int]] = defaultdict(list)
    for place, (text, values) in enumerate(items):
        group = by_digest.get(text)
        if group is None and values:
            candidates = {number for band in _bands(values) for number in by_band.get(band, ())}
            group = next(
                (n for n in sorted(candidates) if _share(values, items[groups[n][0]][1]) >= ALIKE),
                None,
            )
        if group is None:
            group = len(groups)
            groups.append([])
            for band in _bands(values):
                by_band[band].append(group)
        by_digest.setdefault(text, group)
        groups[group].append(place)
    return [group for group in groups if len(group) > 1]


def _bands(values: list[int]) -> list[Hashable]:
    return [(start, *values[start : start + _ROWS]) for start in range(0, len(values), _ROWS)]


def _share(left: list[int], right: list[int]) -> float:
    equal = sum(a == b for a, b in zip(left, right, strict=True)) if left and right else 0
    return equal / HASHES
