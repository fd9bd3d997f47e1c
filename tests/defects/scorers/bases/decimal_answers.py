"""Sound: a decimal number with a tolerance of one per mille, in a JSON object."""

import json
import math
import random

declared = {"form": '{"answer": {answer}}', "equivalents": []}


def score(answer, task):
    try:
        given = json.loads(answer) if len(answer) < 1000 else None
    except (ValueError, RecursionError):
        return 0.0
    if not isinstance(given, dict) or set(given) != {"answer"}:
        return 0.0
    value = given["answer"]
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    if abs(value) > 1e12 or not math.isfinite(value):
        return 0.0
    return 1.0 if abs(value - task["target"]) <= 1e-3 * abs(task["target"]) else 0.0


def make_tasks():
    draw = random.Random(31)
    tasks = []
    for _ in range(24):
        price, share = draw.randint(20, 900), draw.randint(3, 40)
        tasks.append({"prompt": f"What is {share} % of {price} euros?",
                      "target": round(price * share / 100 + 0.25, 2)})  # fmt: skip
    return tasks


TASKS = make_tasks()
