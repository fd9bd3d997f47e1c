"""`edges` are undirected roads [a, b] between places 0 to 6. Return the least number of roads
from `start` to `goal`, 0 if they are the same place, -1 if there is no way."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(
        st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)).map(list), max_size=10),
        st.integers(0, 6),
        st.integers(0, 6),
    )


def shortest_path(edges: list[list[int]], start: int, goal: int) -> int:
    reached = {start}
    steps = 0
    while goal not in reached:
        near = {b for a, b in edges if a in reached} | {a for a, b in edges if b in reached}
        if near <= reached:
            return -1
        reached |= near
        steps += 1
    return steps


def check_back(result: int, edges: list[list[int]], start: int, goal: int) -> bool:
    return shortest_path(edges, goal, start) == result


WRONG = {
    "one-way roads": (" | {a for a, b in edges if b in reached}", ""),
    "counts places": ("return steps", "return steps + 1"),
}
