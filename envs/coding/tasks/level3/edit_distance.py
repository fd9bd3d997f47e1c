"""Return the least number of single-character insertions, deletions and replacements that turn
`left` into `right`."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, words

SPLIT = "test"


def inputs() -> Inputs:
    return args(words("abc", most=6, least=0), words("abc", most=6, least=0))


def edit_distance(left: str, right: str) -> int:
    row = list(range(len(right) + 1))
    for i, a in enumerate(left):
        before = row
        row = [i + 1]
        for j, b in enumerate(right):
            row.append(min(before[j] + (a != b), before[j + 1] + 1, row[j] + 1))
    return row[-1]


def check_symmetric(result: int, left: str, right: str) -> bool:
    return edit_distance(right, left) == result and (result == 0) == (left == right)


WRONG = {
    "position by position": """
def edit_distance(left, right):
    return sum(a != b for a, b in zip(left, right)) + abs(len(left) - len(right))
""",
    "no replacement": ("(a != b)", "2 * (a != b)"),
}
