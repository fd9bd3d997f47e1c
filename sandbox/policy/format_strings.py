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


def attributes_in(template: str) -> Iterator[str]:
    """The attribute names that formatting `template` would read, nested fields included.

    Raises `ValueError` if it is not a valid format string.
    """
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
