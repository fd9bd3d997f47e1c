"""`str.format` without its walk over attributes.

A format string reads attributes (`'{0.__class__}'`) in C, where no guard looks on. So the string is
taken apart by CPython's own parser first, and every attribute that it would read is named.
"""

from __future__ import annotations

from _string import (  # type: ignore[import-not-found]
    formatter_field_name_split,
    formatter_parser,
)
from collections.abc import Iterator


def attributes_in(template: str) -> Iterator[str]:
    """The attribute names that formatting `template` would read, nested fields included."""
    if "." not in template or "{" not in template:
        return
    for _, field, spec, _ in formatter_parser(template):
        if field is None:
            continue
        _, rest = formatter_field_name_split(field)
        for is_attribute, name in rest:
            if is_attribute:
                yield name
        if spec:
            yield from attributes_in(spec)
