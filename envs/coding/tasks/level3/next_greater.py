"""Return for each item of `numbers` the first later item that is greater, or -1 if there is
none. All items are at least 0."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints


def inputs() -> Inputs:
    return args(ints(0, 9, most=8))


def next_greater(numbers: list[int]) -> list[int]:
    answer = [-1] * len(numbers)
    waiting: list[int] = []
    for i, number in enumerate(numbers):
        while waiting and numbers[waiting[-1]] < number:
            answer[waiting.pop()] = number
        waiting.append(i)
    return answer


WRONG = {
    "the greatest later": """
def next_greater(numbers):
    return [max([m for m in numbers[i:] if m > n], default=-1) for i, n in enumerate(numbers)]
""",
    "greater or equal": ("numbers[waiting[-1]] < number", "numbers[waiting[-1]] <= number"),
}
