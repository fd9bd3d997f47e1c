"""Generate values for a JSON schema, with Hypothesis or with a seeded random generator.

One walk over the schema serves both: it asks a `Draw` for numbers, choices and texts. Not every
keyword is respected, so that a value may be invalid; the caller validates it with the model.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Protocol

from hypothesis import strategies as st

from hallmark_rl.sdk.common.schema_refs import resolve

_WORDS = ("a", "test", "hello", "0", "1", "yes", "no", "help", "look", "submit", "A", "42")

_WIDE = 60
"""Width of a range of whole numbers from which the ten small ones are drawn three times of four:
where any number may be sent, numbers of options, places and pieces are small."""


class Draw(Protocol):
    """A source of choices. Bounds are inclusive."""

    def integer(self, low: int, high: int) -> int: ...
    def real(self, low: float, high: float) -> float: ...
    def choice(self, options: Sequence[Any]) -> Any: ...
    def text(self, low: int, high: int) -> str: ...
    def pattern(self, pattern: str) -> str: ...


class SeededDraw:
    """Choices from a seeded random generator; short texts are often words like "yes"."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def integer(self, low: int, high: int) -> int:
        return self._rng.randint(low, high)

    def real(self, low: float, high: float) -> float:
        return self._rng.choice([low, high, self._rng.uniform(low, high)])

    def choice(self, options: Sequence[Any]) -> Any:
        return self._rng.choice(options)

    def text(self, low: int, high: int) -> str:
        if low <= 8:
            fitting = [word for word in _WORDS if low <= len(word) <= high]
            if fitting and self._rng.random() < 0.7:
                return self._rng.choice(fitting)
        size = self._rng.randint(low, min(high, low + 12))
        return "".join(
            self._rng.choice("abcdefghijklmnopqrstuvwxyz 0123456789") for _ in range(size)
        )

    def pattern(self, pattern: str) -> str:
        return self._rng.choice(_examples(pattern))


class HypothesisDraw:
    """Choices from Hypothesis, which can shrink them; `draw` is that of a composite strategy."""

    def __init__(self, draw: Any) -> None:
        self._draw = draw

    def integer(self, low: int, high: int) -> int:
        return int(self._draw(st.integers(low, high)))

    def real(self, low: float, high: float) -> float:
        return float(self._draw(st.floats(low, high, allow_nan=False)))

    def choice(self, options: Sequence[Any]) -> Any:
        return self._draw(st.sampled_from(list(options)))

    def text(self, low: int, high: int) -> str:
        return str(self._draw(st.text(min_size=low, max_size=min(high, low + 40))))

    def pattern(self, pattern: str) -> str:
        return str(self._draw(st.from_regex(pattern)))


@lru_cache(maxsize=64)
def _examples(pattern: str) -> tuple[str, ...]:
    try:
        return tuple(samples(st.from_regex(pattern), 24)) or ("",)
    except Exception:
        return ("",)


@lru_cache(maxsize=64)
def pattern_examples(pattern: str) -> tuple[str, ...]:
    """Up to 16 ASCII texts that match a whole regular expression; empty if it cannot be read."""
    try:
        alphabet = st.characters(min_codepoint=32, max_codepoint=126)
        made = samples(st.from_regex(pattern, fullmatch=True, alphabet=alphabet), 16)
    except Exception:
        return ()
    return tuple(dict.fromkeys(str(text) for text in made))


def samples(strategy: st.SearchStrategy[Any], count: int, seed: int = 0) -> list[Any]:
    """`count` values of a strategy; the same for the same seed. Raises what the strategy raises."""
    from hypothesis import HealthCheck, Phase, given, settings
    from hypothesis import seed as seeded

    values: list[Any] = []

    @seeded(seed)
    @settings(
        max_examples=count,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def collect(value: Any) -> None:
        values.append(value)

    try:
        collect()
    except Exception:
        if not values:
            raise
    return values[-count:]


def generate(schema: Mapping[str, Any], draw: Draw, tokens: Mapping[str, Sequence[str]]) -> Any:
    """A value for `schema`; `tokens` has likely texts by the name of the property."""
    return _Walk(schema, draw, tokens).value(schema, "", 0)


class _Walk:
    """Generates a value recursively; a method for each type of the schema."""

    def __init__(
        self, root: Mapping[str, Any], draw: Draw, tokens: Mapping[str, Sequence[str]]
    ) -> None:
        self._root = root
        self._draw = draw
        self._tokens = tokens

    def value(self, schema: Mapping[str, Any], name: str, depth: int) -> Any:
        schema = resolve(self._root, schema)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self._draw.choice(schema["enum"])
        options = schema.get("anyOf") or schema.get("oneOf")
        if options:
            if depth > 3:
                options = [o for o in options if o.get("type") == "null"] or options
            return self.value(self._draw.choice(options), name, depth + 1)
        kind = schema.get("type")
        if isinstance(kind, list):
            kind = self._draw.choice(kind)
        maker = getattr(self, f"_{kind}", None)
        if maker is not None:
            return maker(schema, name, depth)
        if "properties" in schema:
            return self._object(schema, name, depth)
        return self._any(depth)

    def _null(self, schema: Mapping[str, Any], name: str, depth: int) -> None:
        return None

    def _boolean(self, schema: Mapping[str, Any], name: str, depth: int) -> bool:
        return bool(self._draw.integer(0, 1))

    def _integer(self, schema: Mapping[str, Any], name: str, depth: int) -> int:
        low, high = bounds(schema, whole=True)
        step = int(schema.get("multipleOf", 1) or 1)
        if high - low > _WIDE * step and self._draw.integer(0, 3) > 0:
            low = max(low, min(0, high - 9 * step))
            high = low + 9 * step
        if step > 1:
            return step * self._draw.integer(-(-int(low) // step), int(high) // step)
        return self._draw.integer(int(low), int(high))

    def _number(self, schema: Mapping[str, Any], name: str, depth: int) -> float:
        low, high = bounds(schema, whole=False)
        return self._draw.real(low, high)

    def _string(self, schema: Mapping[str, Any], name: str, depth: int) -> str:
        low = int(schema.get("minLength", 0))
        high = int(schema.get("maxLength", max(low, 200)))
        if "pattern" in schema:
            return self._draw.pattern(schema["pattern"])
        likely = [t for t in self._tokens.get(name, ()) if low <= len(t) <= high]
        if likely and self._draw.integer(0, 5) > 0:
            return str(self._draw.choice(likely))
        return self._draw.text(low, high)

    def _array(self, schema: Mapping[str, Any], name: str, depth: int) -> list[Any]:
        low = int(schema.get("minItems", 0))
        high = int(schema.get("maxItems", low + 3))
        if "prefixItems" in schema:
            return [self.value(item, name, depth + 1) for item in schema["prefixItems"]]
        if depth > 5:
            return []
        size = self._draw.integer(low, min(high, low + 4))
        items = [self.value(schema.get("items", {}), name, depth + 1) for _ in range(size)]
        if schema.get("uniqueItems"):
            items = [item for place, item in enumerate(items) if item not in items[:place]]
        return items

    def _object(self, schema: Mapping[str, Any], name: str, depth: int) -> dict[str, Any]:
        required = set(schema.get("required", ()))
        value: dict[str, Any] = {}
        for key, inner in schema.get("properties", {}).items():
            if key == "metadata" and depth == 0:
                continue
            wanted = key in required or (depth < 4 and self._draw.integer(0, 3) > 0)
            if wanted:
                value[key] = self.value(inner, key, depth + 1)
        inner = schema.get("additionalProperties")
        if isinstance(inner, Mapping) and depth < 5:
            for _ in range(self._draw.integer(0, 3)):
                value[self._string({}, name, depth)] = self.value(inner, name, depth + 1)
        return value

    def _any(self, depth: int) -> Any:
        if depth > 3:
            return None
        return self._draw.choice([None, 0, 1, "", "text", True, [], {}])


def bounds(schema: Mapping[str, Any], *, whole: bool) -> tuple[float, float]:
    """The least and the greatest value of a number's schema.

    Where it has none they are 0 and 9 (`whole`) or -1.0 and 1.0, or near the bound that it has.
    """
    gap = 1 if whole else 1e-6
    low = schema.get("minimum", schema.get("exclusiveMinimum"))
    high = schema.get("maximum", schema.get("exclusiveMaximum"))
    if "exclusiveMinimum" in schema and low is not None:
        low = low + gap
    if "exclusiveMaximum" in schema and high is not None:
        high = high - gap
    if low is None:
        low = min(0, high) if high is not None else (0 if whole else -1.0)
    if high is None:
        high = low + (9 if whole else 2.0)
    return low, max(low, high)
