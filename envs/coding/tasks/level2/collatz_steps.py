"""Return how many steps it takes from `n` (at least 1) to 1, where each step halves an even
number and makes 3 n + 1 of an odd one."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(st.integers(1, 400))


def collatz_steps(n: int) -> int:
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


WRONG = {
    "counts numbers": """
def collatz_steps(n):
    steps = 1
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps
""",
    "halving steps only": """
def collatz_steps(n):
    steps = 0
    while n != 1:
        steps += n % 2 == 0
        n = n // 2 if n % 2 == 0 else 3 * n + 1
    return steps
""",
}
