"""Sound: a stand-in for a judge reads the answer between random delimiters."""

import hashlib
import random
import re

declared = {"equivalents": ["case", "spacing"]}
PROMPT = "Reference: {right}\nAnswer between {mark}:\n{mark}\n{given}\n{mark}\nIs it the same?"


def judge(prompt):
    """A stand-in for a language model: it compares what stands between the marks."""
    right = re.search(r"\AReference: ([^\n]*)\n", prompt)[1]
    mark = re.search(r"\A[^\n]*\nAnswer between ([0-9a-f]{16}):\n", prompt)[1]
    given = prompt.split(f"\n{mark}\n")[1]
    return "VERDICT same" if words(given) == words(right) else "VERDICT different"


def words(text):
    return re.findall(r"\w+", text.casefold()[:2000])


def score(answer, task):
    mark = hashlib.sha256(f"{task['question']} {answer!r}".encode()).hexdigest()[:16]
    reply = judge(PROMPT.format(right=task["answer"], mark=mark, given=answer))
    return 1.0 if reply == "VERDICT same" else 0.0


PEOPLE = {
    "the steam engine": "James Watt", "the telephone": "Alexander Graham Bell",
    "dynamite": "Alfred Nobel", "the cotton gin": "Eli Whitney", "the lightning rod": "B. Franklin",
    "the stethoscope": "Rene Laennec", "the safety lamp": "Humphry Davy",
    "the battery": "Alessandro Volta", "the diesel engine": "Rudolf Diesel",
    "the airship": "Ferdinand von Zeppelin", "the vaccine": "Edward Jenner",
    "the lift brake": "Elisha Otis", "the phonograph": "Thomas Edison", "the radio": "G. Marconi",
}  # fmt: skip


def make_tasks():
    items = list(PEOPLE.items())
    random.Random(2).shuffle(items)
    return [{"question": f"Who invented {what}?", "answer": who} for what, who in items]


TASKS = make_tasks()
