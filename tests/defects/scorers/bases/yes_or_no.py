"""Sound: a last line `Answer: yes` or `Answer: no`; half of the answers are yes."""

import random
import re

declared = {"equivalents": ["case"], "form": "Answer: {answer}"}
_LINE = re.compile(r"(?im)^answer:[ \t]{0,9}(yes|no)[ \t]{0,9}\.?$")


def score(answer, task):
    found = {word.lower() for word in _LINE.findall(answer[-4000:])}
    right = task["label"]
    return {"score": float(found == {right}), "length": 0.0}


def make_tasks():
    draw = random.Random(9)
    tasks = []
    numbers = draw.sample(range(100, 998, 2), 20) + draw.sample(range(101, 999, 2), 20)
    draw.shuffle(numbers)
    for number in numbers:
        tasks.append({"question": f"Is {number} divisible by 2?",
                      "label": "no" if number % 2 else "yes"})  # fmt: skip
    return tasks


TASKS = make_tasks()
