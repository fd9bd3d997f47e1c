"""Leave out of messages what only names the level or split that is played."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from hallmark_rl.conformance.survey.variants import Variant

_LABEL_NAMES = ("level", "split", "difficulty", "stage", "tier")
"""Names of fields and words that say which variant is played, beside those of its arguments."""


class NameMask:
    """Leaves out of messages what only names the variant that is played.

    Args:
        variants: the variants.
        names: words that name one of them as well, such as that of its opponent.
    """

    def __init__(self, variants: list[Variant], names: Iterable[str] = ()) -> None:
        self._names = {*_LABEL_NAMES, *(name for item in variants for name in item.options)}
        values = {str(value) for item in variants for value in item.options.values()}
        self._values = {value.lower() for value in {*values, *names} if not value.isdigit()}
        names, texts = (
            "|".join(re.escape(text) for text in sorted(found, key=len, reverse=True))
            for found in (self._names, values)
        )
        self._named = re.compile(
            rf"\b({names})\W{{0,3}}({texts})\b|\b({texts})\W{{0,3}}({names})\b", re.I
        )

    def without(self, value: Any) -> Any:
        """A value without the fields that name a variant, and without its name in texts.

        A list or an object in a field of such a name is content: `stops` may be an option, and the
        list of the stops.
        """
        if isinstance(value, dict):
            return {
                key: self.without(inner)
                for key, inner in value.items()
                if isinstance(inner, dict | list) or str(key).lower() not in self._names
            }
        if isinstance(value, list):
            return [self.without(item) for item in value]
        if isinstance(value, str):
            return "" if value.lower() in self._values else self._named.sub("", value)
        return value
