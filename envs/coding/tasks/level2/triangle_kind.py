"""Return how many different sides a triangle with the sides `a`, `b`, `c` has (1, 2 or 3), or
0 if there is no such triangle: each side must be shorter than the two others together, and
longer than 0."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(st.integers(-1, 6), st.integers(-1, 6), st.integers(-1, 6))


def triangle_kind(a: int, b: int, c: int) -> int:
    return len({a, b, c}) if 2 * max(a, b, c) < a + b + c else 0


WRONG = {
    "allows flat ones": ("< a + b + c", "<= a + b + c"),
    "does not check": """
def triangle_kind(a, b, c):
    return len({a, b, c})
""",
}
