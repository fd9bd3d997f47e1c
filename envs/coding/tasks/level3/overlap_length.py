"""Return the greatest length of a text that is both an end of `left` and a beginning of
`right`."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st, words


def inputs() -> Inputs:
    return st.one_of(
        args(words("ab", most=6, least=0), words("ab", most=6, least=0)),
        st.tuples(
            words("ab", most=4, least=0), words("ab", most=4, least=0), words("ab", most=4, least=0)
        ).map(lambda t: (t[0] + t[1], t[1] + t[2])),
    )


def overlap_length(left: str, right: str) -> int:
    for length in range(min(len(left), len(right)), 0, -1):
        if left.endswith(right[:length]):
            return length
    return 0


WRONG = {
    "the shortest": """
def overlap_length(left, right):
    for n in range(1, min(len(left), len(right)) + 1):
        if left[-n:] == right[:n]:
            return n
    return 0
""",
    "must be a real part": ("min(len(left), len(right)), 0", "min(len(left), len(right)) - 1, 0"),
}

EQUIVALENT = {
    "for length in range(min(len(left), len(right)), -1, -1):": "length 0 gives 0 as well",
}
