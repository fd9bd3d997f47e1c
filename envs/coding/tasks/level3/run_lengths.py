"""Return the runs of equal neighbouring characters in `text` as a list of pairs [character,
length], in order."""

from hallmark_rl.sdk.coding.strategies import Inputs, args, words


def inputs() -> Inputs:
    return args(words("aab", most=10, least=0))


def run_lengths(text: str) -> list[list[str | int]]:
    runs: list[list[str | int]] = []
    previous = ""
    count = 0
    for char in text:
        if char == previous:
            count += 1
        else:
            if previous:
                runs.append([previous, count])
            previous, count = char, 1
    if previous:
        runs.append([previous, count])
    return runs


def check_round_trip(result: list[list[str | int]], text: str) -> bool:
    return "".join(str(char) * int(count) for char, count in result) == text


WRONG = {
    "forgets the last run": """
def run_lengths(text):
    runs, start = [], 0
    for i in range(1, len(text)):
        if text[i] != text[i - 1]:
            runs.append([text[start], i - start])
            start = i
    return runs
""",
    "counts letters overall": """
def run_lengths(text):
    return [[c, text.count(c)] for c in dict.fromkeys(text)]
""",
}

EQUIVALENT = {
    "count = 1": "set before it is read",
    "count = -1": "set before it is read",
}
