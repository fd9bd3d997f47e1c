"""A ... (what the class is for, and what each method does, returns and raises)."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st


def inputs() -> Inputs:
    return operations(add=(st.integers(-2, 9),), total=())


class NAME:
    def __init__(self) -> None:
        self.sum = 0

    def add(self, number: int) -> None:
        if number < 0:
            raise ValueError("negative")
        self.sum += number

    def total(self) -> int:
        return self.sum


# Optional parts; delete those that do not apply. `sdk/coding/task_file.py` describes them:
# SPLIT = "test"                                   the test split (default: "train")
# EQUIVALENT = {"the changed line": "why it is no fault"}       for mutants that survive
# def accepts(result, *arguments) -> bool          instead of equality, if several are correct
# def valid(*arguments) -> bool                    relations between the arguments
# TOLERANCE = 1e-9                                 for floats (default: exact)
# LIMITS = {"cpu_s": 2.0}                          of the sandbox

WRONG = {
    "keeps the last": ("self.sum += number", "self.sum = number"),
    "takes negative numbers": ("if number < 0:", "if False:"),
}
