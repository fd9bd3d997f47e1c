"""Short hashes of an answer, alone or together with values that are shown beside it."""

from __future__ import annotations

import base64
import hashlib
import itertools
import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

_HEX = re.compile(r"[0-9a-fA-F]{8,128}")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{11,86}={0,2}")
_SMALLEST_NUMBER = 10**7
"""Smaller numbers agree with a hash by chance."""
_ALGORITHMS = ("md5", "sha1", "sha256", "sha512", "blake2b", "blake2s", "sha3_256")
_SEPARATORS = ("", "|", ":", "-", "/", ",", ", ", " ", "_", ";", ".", "\n", "#")
_MOST_SHOWN = 12
_MOST_FIELDS = 4
_LONGEST = 60


@dataclass(frozen=True)
class HashedText:
    """How a text that is hashed is made.

    Attributes:
        before: paths of shown values that stand before the answer.
        fields: fields of the answer, in order; `JSON` for the answer as a JSON object.
        after: paths of shown values that stand after it.
        separator: what stands between all of them.
    """

    before: tuple[str, ...]
    fields: tuple[str, ...]
    after: tuple[str, ...]
    separator: str

    def text(self, answer: Mapping[str, Any], shown: Mapping[str, Any]) -> str | None:
        """The text for an answer; None if a value is missing."""
        if self.fields == ("JSON",):
            separators = (",", ":") if self.separator == ":" else (", ", ": ")
            return json.dumps(dict(answer), sort_keys=True, separators=separators)
        if not all(path in shown for path in (*self.before, *self.after)):
            return None
        if not all(name in answer for name in self.fields):
            return None
        parts = [shown[path] for path in self.before]
        parts += [answer[name] for name in self.fields]
        parts += [shown[path] for path in self.after]
        return self.separator.join(map(str, parts))

    def __str__(self) -> str:
        parts = [*self.before, *(f"the answer's {name}" for name in self.fields), *self.after]
        return ", ".join(parts)


def is_digest(value: Any) -> bool:
    """Whether a value looks like a hash: hexadecimal or base64 of 32 bits at least, or a number."""
    if isinstance(value, bool):
        return False
    if isinstance(value, int):
        return abs(value) >= _SMALLEST_NUMBER
    if not isinstance(value, str):
        return False
    if _HEX.fullmatch(value):
        return True
    mixed = re.search(r"\d", value) and re.search(r"[a-z]", value) and re.search(r"[A-Z]", value)
    return bool(mixed and _BASE64.fullmatch(value))


def hashed_texts(answer: Mapping[str, Any], shown: Mapping[str, Any]) -> Iterator[HashedText]:
    """Ways in which a program joins an answer with shown values before it hashes them."""
    names = [name for name, value in answer.items() if isinstance(value, str | int | float)]
    names = names[:_MOST_FIELDS]
    orders: list[tuple[str, ...]] = []
    for size in range(1, len(names) + 1):
        for chosen in itertools.combinations(names, size):
            orders += [chosen, chosen[::-1]] if size > 1 else [chosen]
    paths = [
        path
        for path, value in shown.items()
        if isinstance(value, str | int) and not isinstance(value, bool) and not is_digest(value)
        if 0 < len(str(value)) <= _LONGEST
    ][:_MOST_SHOWN]
    pairs = list(itertools.permutations(paths, 2))
    around: list[tuple[tuple[str, ...], tuple[str, ...]]] = [((), ())]
    around += [pair for path in paths for pair in (((path,), ()), ((), (path,)))]
    around += [((one, other), ()) for one, other in pairs]
    around += [((one,), (other,)) for one, other in pairs]
    for separator in (":", ": "):
        yield HashedText((), ("JSON",), (), separator)
    for before, after in around:
        for order in orders:
            joined = len(before) + len(order) + len(after) > 1
            for separator in _SEPARATORS if joined else ("",):
                yield HashedText(before, order, after, separator)


def hash_of(text: str, digests: Sequence[Any]) -> tuple[str, Any] | None:
    """The algorithm by which a text gives one of the digests, cut short or not, and that digest."""
    raw = text.encode()
    texts = [value for value in digests if isinstance(value, str)]
    for name in _ALGORITHMS if texts else ():
        made = hashlib.new(name, raw).digest()
        forms = (
            made.hex(),
            base64.b64encode(made).decode(),
            base64.urlsafe_b64encode(made).decode(),
        )
        for value in texts:
            bare = value.rstrip("=")
            if any(form.startswith(bare) or form.rstrip("=").endswith(bare) for form in forms) or (
                forms[0].startswith(value.lower())
            ):
                return name, value
    for name, number in (("crc32", zlib.crc32(raw)), ("adler32", zlib.adler32(raw))):
        for value in digests:
            if value == number or (isinstance(value, str) and value.lower() == f"{number:08x}"):
                return name, value
    return None
