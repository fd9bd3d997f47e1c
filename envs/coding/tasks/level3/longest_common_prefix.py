"""Return the longest text that all `words` begin with; the empty text for an empty list."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st, words


def inputs() -> Inputs:
    return args(
        st.lists(words("ab", most=5, least=0).map(lambda w: "ab" + w), max_size=3).flatmap(
            lambda l: st.sampled_from([l, [w[1:] for w in l], [w + "a" for w in l]])
        )
    )


def longest_common_prefix(words: list[str]) -> str:
    if not words:
        return ""
    prefix = words[0]
    for word in words:
        while not word.startswith(prefix):
            prefix = prefix[:-1]
    return prefix


WRONG = {
    "compares with the first two only": ("for word in words:", "for word in words[:2]:"),
    "common letters anywhere": """
def longest_common_prefix(words):
    if not words:
        return ""
    return "".join(c for i, c in enumerate(words[0]) if all(w[i:i + 1] == c for w in words))
""",
}

EQUIVALENT = {
    "prefix = words[-1]": "any word may be the first",
}
