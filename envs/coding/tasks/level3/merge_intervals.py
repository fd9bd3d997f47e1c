"""Return the union of `intervals`, a list of [start, end] with start <= end, as a sorted list
of intervals that have no point in common: [1, 2] and [2, 3] become [1, 3], while [1, 2] and
[3, 4] stay apart."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(
        st.lists(
            st.tuples(st.integers(0, 15), st.integers(0, 5)).map(lambda t: [t[0], t[0] + t[1]]),
            max_size=6,
        )
    )


def merge_intervals(intervals: list[list[int]]) -> list[list[int]]:
    merged: list[list[int]] = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    return merged


def check_again(result: list[list[int]], intervals: list[list[int]]) -> bool:
    return merge_intervals(result) == result


WRONG = {
    "takes the later end": ("max(merged[-1][1], end)", "end"),
    "keeps touching ones apart": ("start <= merged[-1][1]", "start < merged[-1][1]"),
    "does not sort": ("sorted(intervals)", "intervals"),
}


def valid(intervals: list[list[int]]) -> bool:
    return all(len(pair) == 2 and pair[0] <= pair[1] for pair in intervals)
