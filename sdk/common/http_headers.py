"""HTTP headers as a person writes them in a command."""

from __future__ import annotations

import re
from collections.abc import Sequence


def parse_headers(lines: Sequence[str]) -> dict[str, str]:
    """Headers from lines such as `Authorization: Bearer TOKEN`.

    Raises:
        ValueError: a line has no colon, or no valid name before it, or a line break. The text does
            not show the value, which may be a secret.
    """
    headers = {}
    for line in lines:
        name, colon, value = line.partition(":")
        name = name.strip()
        if not colon or not re.fullmatch(r"[!#$%&'*+.^_`|~\w-]+", name, re.ASCII):
            raise ValueError("a header is written NAME: VALUE, such as 'Authorization: Bearer ...'")
        if re.search(r"[\r\n\0]", value) or not value.isascii():
            raise ValueError(f"the value of the header {name} is not one line of ASCII")
        headers[name] = value.strip()
    return headers
