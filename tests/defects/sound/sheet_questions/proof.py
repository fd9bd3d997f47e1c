"""Evidence from the author."""

from __future__ import annotations

import re

from hypothesis import strategies as st

from .models import SheetAction

declared = {"max_steps": 1, "success_reward": 1.0, "options": {"split": ["train", "test"]}}


def oracle(env, observation):
    """Reckons with the sheet that is shown."""
    rows = [line.strip("| ").split(" | ") for line in observation.sheet.splitlines()[2:]]
    rows = [(item, region, int(units), int(price)) for item, region, units, price in rows]
    question = observation.question
    region = re.search(r"region (\w+)", question)
    here = [row for row in rows if region and row[1] == region[1]]
    if "in total" in question:
        return SheetAction(answer=str(sum(row[2] for row in here)))
    if "times" in question:
        return SheetAction(answer=str(sum(row[2] * row[3] for row in here)))
    if "price" in question:
        return SheetAction(answer=max(rows, key=lambda row: row[3])[0])
    if "more than" in question:
        limit = int(re.search(r"\d+", question)[0])
        return SheetAction(answer=str(sum(row[2] > limit for row in rows)))
    units = [row[2] for row in rows]
    return SheetAction(answer=str(max(units) - min(units)))


def null(env, observation):
    """No answer."""
    return SheetAction()


def actions():
    """Numbers, items and texts."""
    return st.builds(SheetAction, answer=st.integers(0, 9999).map(str) | st.text(max_size=20))


def invalid():
    """No answers."""
    return [SheetAction(), SheetAction(answer="?"), SheetAction(answer="nan")]


def secrets(env):
    """The answers are short numbers."""
    return []


def exploits():
    """Without reckoning."""
    yield "echo", lambda env, seen: SheetAction(answer=seen.question[:100])
    yield "nan", lambda env, seen: SheetAction(answer="nan")
