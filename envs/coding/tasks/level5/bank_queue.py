"""Customers arrive at `times` (sorted seconds) and each needs the seconds in `needs` at a
counter. There are `counters` counters; each customer goes to the counter that is free first
(the lowest number if several), waiting if necessary, in order of arrival. Return [longest
waiting time, second in which the last customer is done] ([0, 0] without customers)."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return st.lists(st.tuples(st.integers(0, 12), st.integers(1, 6)), max_size=7).flatmap(
        lambda l: args(
            st.just(sorted(t for t, _ in l)), st.just([n for _, n in l]), st.integers(1, 3)
        )
    )


def bank_queue(times: list[int], needs: list[int], counters: int) -> list[int]:
    free = [0] * counters
    longest = 0
    for time, need in zip(times, needs):
        at = free.index(min(free))
        begin = max(time, free[at])
        longest = max(longest, begin - time)
        free[at] = begin + need
    return [longest, max(free)]


WRONG = {
    "one line for each counter in turn": """
def bank_queue(times, needs, counters):
    free, longest = [0] * counters, 0
    for i, (t, n) in enumerate(zip(times, needs)):
        at = i % counters
        begin = max(t, free[at])
        longest = max(longest, begin - t)
        free[at] = begin + n
    return [longest, max(free)]
""",
    "begins before arrival": ("begin = max(time, free[at])", "begin = free[at]"),
    "last customer, not last done": (
        "return [longest, max(free)]",
        "return [longest, free[at] if times else 0]",
    ),
}


def valid(times: list[int], needs: list[int], counters: int) -> bool:
    return len(times) == len(needs) and times == sorted(times)
