"""Say whether the whole of `name` fits `pattern`, in which "?" stands for one character, "*"
for any number of characters, and everything else for itself."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st, words


def inputs() -> Inputs:
    return st.one_of(
        args(words("ab?*", most=5, least=0), words("ab", most=5, least=0)),
        st.tuples(words("ab", most=5, least=0), st.integers(0, 5), st.integers(0, 5)).map(
            lambda t: (t[0][: t[1]] + "*" + t[0][max(t[1], t[2]) :], t[0])
        ),
        st.tuples(words("ab", most=4), st.integers(0, 3)).map(
            lambda t: (t[0][: t[1]] + "?" + t[0][t[1] + 1 :], t[0])
        ),
    )


def glob_match(pattern: str, name: str) -> bool:
    reached = {0}
    for sign in pattern:
        if sign == "*":
            reached = set(range(min(reached, default=len(name) + 1), len(name) + 1))
        else:
            reached = {at + 1 for at in reached if at < len(name) and sign in ("?", name[at])}
    return len(name) in reached


WRONG = {
    "a star takes at least one": (
        "set(range(min(reached, default=len(name) + 1), len(name) + 1))",
        "set(range(min(reached, default=len(name)) + 1, len(name) + 1))",
    ),
    "beginning only": ("return len(name) in reached", "return bool(reached)"),
    "a star takes one character": """
def glob_match(pattern, name):
    return len(pattern) == len(name) and all(a in ("?", "*", b) for a, b in zip(pattern, name))
""",
}

EQUIVALENT = {
    "reached = set(range(min(reached, default=len(name) + 1), len(name) + 2))": "nothing is beyond the end",
    "reached = set(range(min(reached, default=len(name) + 2), len(name) + 1))": "both ranges are empty",
}
