"""Return the greatest number that divides every one of `numbers` (which may be negative); 0 if
all are 0 or the list is empty."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints, st


def inputs() -> Inputs:
    return args(
        st.one_of(
            ints(-30, 30, most=4),
            st.tuples(
                st.one_of(ints(-6, 6, most=4), st.sampled_from([[], [0], [0, 0], [0, 0, 0]])),
                st.integers(1, 7),
            ).map(lambda t: [t[1] * n for n in t[0]]),
        )
    )


def gcd_of_all(numbers: list[int]) -> int:
    result = 0
    for number in numbers:
        number = abs(number)
        while number:
            result, number = number, result % number
    return result


WRONG = {
    "the sign stays": ("number = abs(number)", "number = number"),
    "neighbours only": """
def gcd_of_all(numbers):
    import math
    return math.gcd(*numbers[:2])
""",
    "zero divides nothing": """
def gcd_of_all(numbers):
    best = 0
    for d in range(1, max(map(abs, numbers), default=0) + 1):
        if all(n and n % d == 0 for n in numbers):
            best = d
    return best
""",
}
