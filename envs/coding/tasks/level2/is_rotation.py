"""Say whether `right` is a rotation of `left`: some letters (or none) taken from its front and put at
its back."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st, words


def inputs() -> Inputs:
    return st.one_of(
        args(words("ab", most=5, least=0), words("ab", most=5, least=0)),
        st.tuples(words("abc", most=6), st.integers(0, 6)).map(
            lambda t: (t[0], t[0][t[1] :] + t[0][: t[1]])
        ),
        st.tuples(words("abc", most=6), st.integers(0, 6)).map(
            lambda t: (t[0], t[0][::-1][t[1] :] + t[0][::-1][: t[1]])
        ),
    )


def is_rotation(left: str, right: str) -> bool:
    return len(left) == len(right) and right in left + left


def check_symmetric(result: bool, left: str, right: str) -> bool:
    return is_rotation(right, left) == result


WRONG = {
    "forgets the length": ("len(left) == len(right) and", ""),
    "compares letters only": """
def is_rotation(left, right):
    return sorted(left) == sorted(right)
""",
}
