"""Sound: a fraction in a box, compared as a number."""

import random
import re
from fractions import Fraction

declared = {"equivalents": ["numeric", "latex", "spacing"], "form": "\\boxed{{answer}}"}
_LATEX = re.compile(r"(-?)\\[dt]?frac\{(\d{1,9})\}\{(\d{1,9})\}")
_PLAIN = re.compile(r"-?\d{1,12}(\.\d{1,12})?|-?\d{1,9}/\d{1,9}")


def boxed(answer):
    start = answer.rfind("\\boxed{")
    if start < 0 or answer.count("\\boxed{") > 1 or len(answer) > 20_000:
        return ""
    depth, place = 0, start + 6
    for end in range(place, min(len(answer), place + 200)):
        depth += {"{": 1, "}": -1}.get(answer[end], 0)
        if depth == 0:
            return answer[place + 1 : end]
    return ""


def number(text):
    text = text.strip().strip("$").strip()
    match = _LATEX.fullmatch(text)
    if match:
        text = f"{match[1]}{match[2]}/{match[3]}"
    if not _PLAIN.fullmatch(text) or text.endswith("/0"):
        return None
    try:
        return Fraction(text)
    except ZeroDivisionError:
        return None


def score(answer, task):
    given = number(boxed(answer))
    right = Fraction(task["answer"])
    if given is None:
        return 0.0
    return 1.0 if abs(given - right) < Fraction(1, 10**6) else 0.0


def make_tasks():
    draw = random.Random(5)
    tasks = []
    for _ in range(30):
        a, c = draw.sample(range(2, 30), 2)
        b = draw.choice([2, 4, 5, 8, 10])
        right = Fraction(a, b) + c
        if right.denominator == 1:
            right += Fraction(1, 2)
        tasks.append({"problem": f"Compute case {a}/{b} plus {c}, named {len(tasks)}.",
                      "answer": f"{right.numerator}/{right.denominator}"})  # fmt: skip
    return tasks


TASKS = make_tasks()
