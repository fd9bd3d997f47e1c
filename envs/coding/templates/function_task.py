"""Return ... (what the function does, for a reader who sees nothing else)."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints


def inputs() -> Inputs:
    return args(ints(-9, 9))


def NAME(numbers: list[int]) -> int:
    total = 0
    for number in numbers:
        total += number
    return total


def check_order(result: int, numbers: list[int]) -> bool:
    return NAME(numbers[::-1]) == result


# Optional parts; delete those that do not apply. `sdk/coding/task_file.py` describes them:
# SPLIT = "test"                                   the test split (default: "train")
# EQUIVALENT = {"the changed line": "why it is no fault"}       for mutants that survive
# def accepts(result, *arguments) -> bool          instead of equality, if several are correct
# def valid(*arguments) -> bool                    relations between the arguments
# TOLERANCE = 1e-9                                 for floats (default: exact)
# LIMITS = {"cpu_s": 2.0}                          of the sandbox

WRONG = {
    "forgets the first": """
def NAME(numbers):
    return sum(numbers[1:])
""",
    "keeps the last": ("total += number", "total = number"),
}
