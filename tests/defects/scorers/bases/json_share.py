"""Sound, with partial credit: the share of the fields of a JSON object that are right."""

import json
import random

declared = {"partial": True, "equivalents": ["spacing"], "maximum": 1.0}
FIELDS = ("city", "day", "seats", "train")


def score(answer, task):
    try:
        given = json.loads(answer) if len(answer) < 5000 else None
    except (ValueError, RecursionError):
        return 0.0
    if not isinstance(given, dict) or set(given) - set(FIELDS):
        return 0.0
    right = task["expected"]
    return sum(repr(given.get(name)) == repr(right[name]) for name in FIELDS) / len(FIELDS)


def make_tasks():
    draw = random.Random(14)
    cities = [
        "Bergen",
        "Oslo",
        "Turku",
        "Malmo",
        "Arhus",
        "Lund",
        "Umea",
        "Vaasa",
        "Visby",
        "Skien",
        "Boden",
        "Hamar",
    ]
    tasks = []
    for city in cities:
        right = {
            "city": city,
            "day": draw.choice(["Monday", "Friday", "Sunday"]),
            "seats": draw.randint(2, 60),
            "train": f"N{draw.randint(100, 999)}",
        }
        tasks.append({"instruction": f"Read the booking {right['train']}: {right['seats']} seats "
                      f"to {city} on {right['day']}.", "expected": right})  # fmt: skip
    return tasks


TASKS = make_tasks()
