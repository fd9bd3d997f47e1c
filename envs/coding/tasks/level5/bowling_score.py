"""Return the score of a whole ten-pin game from the list of `rolls` (always a complete game):
ten frames; a strike (10 with the first ball) counts 10 and the next two rolls, a spare (10
with two balls) counts 10 and the next roll; in the tenth frame the extra rolls only count
for it."""

from hallmark_rl.sdk.coding.strategies import Inputs, st


def inputs() -> Inputs:
    return st.lists(
        st.tuples(st.sampled_from([10, 0, 3, 5, 9, 10]), st.sampled_from([10, 0, 2, 5])),
        min_size=10,
        max_size=10,
    ).map(
        lambda frames: (
            [
                x
                for i, (a, b) in enumerate(frames)
                for x in (
                    ([10, 10, b] if b in (10, 2) else [10, b, 10 - b])
                    if a == 10 and i == 9
                    else [10]
                    if a == 10
                    else ([a, 10 - a, b] if i == 9 else [a, 10 - a])
                    if b in (10, 5)
                    else [a, min(b, 9 - a)]
                )
            ],
        )
    )


def bowling_score(rolls: list[int]) -> int:
    total = 0
    at = 0
    for _ in range(10):
        if rolls[at] == 10:
            total += sum(rolls[at : at + 3])
            at += 1
        elif sum(rolls[at : at + 2]) == 10:
            total += sum(rolls[at : at + 3])
            at += 2
        else:
            total += sum(rolls[at : at + 2])
            at += 2
    return total


WRONG = {
    "pins only": """
def bowling_score(rolls):
    return sum(rolls)
""",
    "a strike like a spare": """
def bowling_score(rolls):
    total = at = 0
    for _ in range(10):
        if rolls[at] == 10:
            total += sum(rolls[at:at + 2])
            at += 1
        elif sum(rolls[at:at + 2]) == 10:
            total += sum(rolls[at:at + 3])
            at += 2
        else:
            total += sum(rolls[at:at + 2])
            at += 2
    return total
""",
}


def valid(rolls: list[int]) -> bool:
    return False
