"""Return the least number of coins of the values `coins` (each at least 1, as many of each as
needed) that make `amount` (at least 0), or -1 if it cannot be made."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(st.lists(st.integers(1, 9), max_size=3, unique=True), st.integers(0, 24))


def coin_change(coins: list[int], amount: int) -> int:
    needed = [0]
    for total in range(1, amount + 1):
        ways = [needed[total - c] for c in coins if c <= total and needed[total - c] >= 0]
        needed.append(min(ways) + 1 if ways else -1)
    return needed[amount]


WRONG = {
    "largest coin first": """
def coin_change(coins, amount):
    count = 0
    for c in sorted(coins, reverse=True):
        count += amount // c
        amount %= c
    return count if amount == 0 else -1
""",
    "zero if impossible": ("if ways else -1", "if ways else 0"),
}

EQUIVALENT = {
    "for total in range(1, amount + 2):": "one amount more than is asked for",
}
