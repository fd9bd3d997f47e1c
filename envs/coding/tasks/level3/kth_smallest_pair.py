"""Return the `k`-th smallest (from 0) of all sums of one number of `left` and one of `right`;
sums that occur several times count several times. If there are not so many, return None."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints, st


def inputs() -> Inputs:
    return args(ints(-9, 9, most=4), ints(-9, 9, most=4), st.integers(0, 9))


def kth_smallest_pair(left: list[int], right: list[int], k: int) -> int | None:
    sums = sorted(a + b for a in left for b in right)
    return sums[k] if k < len(sums) else None


WRONG = {
    "different sums": """
def kth_smallest_pair(left, right, k):
    sums = sorted({a + b for a in left for b in right})
    return sums[k] if k < len(sums) else None
""",
    "counts from one": ("sums[k]", "sums[k - 1]"),
}
