"""Sound: what a program prints, between output tags."""

import random

declared = {"form": "<output>\n{answer}\n</output>", "equivalents": ["spacing"]}


def read(answer):
    _, opened, rest = answer[-20_000:].partition("<output>")
    inside, closed, after = rest.partition("</output>")
    if not (opened and closed) or "<output>" in inside + after:
        return None
    return [line.split() for line in inside.strip().splitlines()]


def score(answer, task):
    given = read(answer)
    right = [line.split() for line in task["output"].strip().splitlines()]
    return 1.0 if given == right else 0.0


def make_tasks():
    draw = random.Random(17)
    tasks = []
    for _ in range(16):
        start, step, count = draw.randint(11, 99), draw.randint(3, 9), draw.randint(3, 6)
        program = f"for i in range({count}):\n    print({start} + i * {step}, 'of', {count})\n"
        lines = [f"{start + i * step} of {count}" for i in range(count)]
        tasks.append({"prompt": f"What does this print?\n{program}", "output": "\n".join(lines)})
    return tasks


declared["reference"] = "output"
TASKS = make_tasks()
