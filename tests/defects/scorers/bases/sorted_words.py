"""Sound: words in a required order, separated by commas, as a whole answer."""

import random

declared = {"equivalents": ["case"]}


def score(answer, task):
    given = [word.strip().lower() for word in answer[:5000].split(",")]
    return float(given == task["answer"].split(", "))


WORDS = [
    "apple",
    "berry",
    "cedar",
    "daisy",
    "elder",
    "finch",
    "grape",
    "hazel",
    "iris",
    "juniper",
    "kiwi",
    "lemon",
    "mango",
]


def make_tasks():
    draw = random.Random(21)
    tasks = []
    for _ in range(16):
        picked = draw.sample(WORDS, 4)
        tasks.append({"prompt": f"Sort by alphabet: {' '.join(picked)}",
                      "answer": ", ".join(sorted(picked))})  # fmt: skip
    return tasks


TASKS = make_tasks()
