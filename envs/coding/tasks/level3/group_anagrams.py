"""Return the `words` grouped by their letters: lists of words that are anagrams of each other,
in the order of the first of each group, words in their own order."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, st, words


def inputs() -> Inputs:
    return args(st.lists(words("abc", most=3), max_size=7))


def group_anagrams(words: list[str]) -> list[list[str]]:
    groups: dict[str, list[str]] = {}
    for word in words:
        groups.setdefault("".join(sorted(word)), []).append(word)
    return list(groups.values())


WRONG = {
    "same letters, any number": ("''.join(sorted(word))", "''.join(sorted(set(word)))"),
    "drops repetitions": """
def group_anagrams(words):
    groups = {}
    for w in dict.fromkeys(words):
        groups.setdefault("".join(sorted(w)), []).append(w)
    return list(groups.values())
""",
}

EQUIVALENT = {
    "groups.setdefault('?'.join(sorted(word)), []).append(word)": "still one key for each group",
}
