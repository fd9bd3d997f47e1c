"""`scores` gives each name a number. Return a dictionary from each number to the
alphabetically sorted list of its names."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st


def inputs() -> Inputs:
    return args(
        st.dictionaries(st.sampled_from(["ann", "bob", "cid", "dee", "eve"]), st.integers(0, 3))
    )


def invert_map(scores: dict[str, int]) -> dict[int, list[str]]:
    return {n: sorted(name for name in scores if scores[name] == n) for n in scores.values()}


WRONG = {
    "one name each": """
def invert_map(scores):
    return {n: [name] for name, n in scores.items()}
""",
    "unsorted": """
def invert_map(scores):
    out = {}
    for name, n in scores.items():
        out.setdefault(n, []).append(name)
    return out
""",
}
