"""The attributes that a format string reads.

`'{0.__class__}'.format(x)` reads the attribute in C, past every guard. So the string is parsed
first, by CPython's own parser, to find every attribute name that formatting would read.
"""

from __future__ import annotations

from _string import (  # type: ignore[import-not-found]
    formatter_field_name_split,
    formatter_parser,
)
from collections.abc import Iterator


def parts_of_field(field: str) -> tuple[int | str, Iterator[tuple[bool, int | str]]]:
    """The argument that a field such as `a.b[0]` begins with, and its further parts.

    Each further part is a pair: whether it is an attribute, and its name or index.
    """
    parts: tuple[int | str, Iterator[tuple[bool, int | str]]] = formatter_field_name_split(field)
    return parts


def attributes_in(template: str) -> Iterator[str]:
    """The attribute names that formatting `template` would read, nested fields included.

    Raises `ValueError` if it is not a valid format string.
    """
    if "." not in template or "{" not in template:
        return
    for _, field, spec, _ in formatter_parser(template):
        if field is None:
            continue
        _, rest = parts_of_field(field)
        for is_attribute, name in rest:
            if is_attribute:
                yield str(name)
        if spec:
            yield from attributes_in(spec)
