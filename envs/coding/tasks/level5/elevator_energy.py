"""A lift serves `calls`, a list of [from, to] floors, one after the other, beginning at floor
`start`. Going one floor up costs 3 with a passenger and 2 empty, one floor down costs 1
with a passenger and 2 empty; each call where from and to are equal is ignored. Return
[final floor, total cost]."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(
        st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)).map(list), max_size=5),
        st.integers(0, 6),
    )


def elevator_energy(calls: list[list[int]], start: int) -> list[int]:
    floor = start
    cost = 0
    for begin, end in calls:
        if begin == end:
            continue
        cost += 2 * abs(begin - floor)
        cost += 3 * (end - begin) if end > begin else begin - end
        floor = end
    return [floor, cost]


WRONG = {
    "empty rides are free": ("        cost += 2 * abs(begin - floor)\n", ""),
    "rides to ignored calls": ("        if begin == end:\n            continue\n", ""),
}

EQUIVALENT = {
    "cost += 3 * (end - begin) if end >= begin else begin - end": "they differ here",
}
