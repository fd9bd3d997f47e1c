"""Return the greatest number in each stretch of `width` neighbouring items of `numbers`
(`width` at least 1); an empty list if there is no such stretch."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, ints, st


def inputs() -> Inputs:
    return args(ints(-9, 9, most=9), st.integers(1, 4))


def sliding_maximum(numbers: list[int], width: int) -> list[int]:
    window: list[int] = []
    answer: list[int] = []
    for i, number in enumerate(numbers):
        while window and numbers[window[-1]] <= number:
            window.pop()
        window.append(i)
        if window[0] <= i - width:
            window.pop(0)
        if i >= width - 1:
            answer.append(numbers[window[0]])
    return answer


WRONG = {
    "short stretches too": """
def sliding_maximum(numbers, width):
    return [max(numbers[i:i + width]) for i in range(len(numbers))]
""",
    "keeps what has left": ("window[0] <= i - width", "window[0] < i - width"),
}

EQUIVALENT = {
    "while window and numbers[window[-1]] < number:": "equal numbers give the same maximum"
}
