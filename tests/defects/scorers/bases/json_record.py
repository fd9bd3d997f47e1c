"""Sound: a JSON object that must be equal to the expected one."""

import json
import random

declared = {"equivalents": ["spacing"]}


def plain(text):
    text = text.strip()
    if text.startswith("```json\n") and text.endswith("\n```"):
        text = text[8:-4]
    if len(text) > 5000:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def same(left, right):
    if type(left) is not type(right):
        return False
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return left == right


def score(answer, task):
    given = plain(answer)
    if not isinstance(given, dict):
        return 0.0
    return float(same(given, task["expected"]))


def make_tasks():
    draw = random.Random(12)
    names = [
        "Ada",
        "Ben",
        "Cleo",
        "Dora",
        "Emil",
        "Fay",
        "Gus",
        "Hana",
        "Ines",
        "Jon",
        "Kira",
        "Leo",
        "Mara",
        "Nils",
        "Olga",
        "Pia",
    ]
    tasks = []
    for name in names:
        amount, day = draw.randint(20, 900), draw.randint(1, 28)
        tasks.append(
            {
                "prompt": f"Make a record: {name} paid {amount} on May {day}.",
                "expected": {"name": name, "amount": amount, "date": f"05-{day:02}"},
            }
        )
    return tasks


TASKS = make_tasks()
