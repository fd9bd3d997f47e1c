"""`items` is a list of [weight, value] (weights at least 1). Return the greatest total value
of items, each used at most once, whose total weight is at most `capacity`."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(
        st.lists(st.tuples(st.integers(1, 8), st.integers(1, 12)).map(list), max_size=6),
        st.integers(0, 18),
    )


def knapsack(items: list[list[int]], capacity: int) -> int:
    best = [0] * (capacity + 1)
    for weight, value in items:
        for room in range(capacity, weight - 1, -1):
            best[room] = max(best[room], best[room - weight] + value)
    return best[capacity]


WRONG = {
    "by value per weight": """
def knapsack(items, capacity):
    total = 0
    for weight, value in sorted(items, key=lambda i: -i[1] / i[0]):
        if weight <= capacity:
            capacity -= weight
            total += value
    return total
""",
    "uses items again": ("range(capacity, weight - 1, -1)", "range(weight, capacity + 1)"),
}

EQUIVALENT = {
    "best = [0] * (capacity + 2)": "one unused place more",
}
