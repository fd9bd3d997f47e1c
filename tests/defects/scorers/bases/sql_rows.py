"""Sound: a query whose rows are compared with those of the reference; it can only read."""

import sqlite3

declared = {"reference": "gold_query", "equivalents": [], "max_seconds": 3.0}
ROWS = [
    ("ant", 3, "red"), ("bee", 5, "yellow"), ("cat", 9, "black"), ("dog", 14, "brown"),
    ("eel", 21, "black"), ("fox", 26, "red"), ("gnu", 33, "brown"), ("hen", 41, "white"),
]  # fmt: skip
_ALLOWED = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION}


def rows(query):
    database = sqlite3.connect(":memory:")
    database.execute("CREATE TABLE animals (name TEXT, weight INTEGER, colour TEXT)")
    database.executemany("INSERT INTO animals VALUES (?, ?, ?)", ROWS)
    database.set_authorizer(
        lambda action, *rest: sqlite3.SQLITE_OK if action in _ALLOWED else sqlite3.SQLITE_DENY
    )
    steps = [0]

    def stop():
        steps[0] += 1
        return steps[0] > 200

    database.set_progress_handler(stop, 1000)
    try:
        return database.execute(query).fetchmany(1000)
    except (sqlite3.Error, sqlite3.Warning, ValueError, OverflowError, UnicodeError):
        return None
    finally:
        database.close()


def score(answer, task):
    query = answer.strip()
    if not query.lower().startswith("select") or len(query) > 2000 or "\x00" in query:
        return 0.0
    given, right = rows(query), rows(task["gold_query"])
    return float(given is not None and given == right)


def make_tasks():
    tasks = []
    for name, weight, colour in ROWS:
        tasks.append(
            {
                "question": f"How much do animals heavier than {weight - 1} weigh in all?",
                "gold_query": f"SELECT sum(weight) FROM animals WHERE weight > {weight - 1}",
            }
        )
        tasks.append({"question": f"Which animals after {name} in the alphabet are not {colour}?",
                      "gold_query": f"SELECT name, weight FROM animals WHERE name > '{name}' AND "
                      f"colour <> '{colour}' ORDER BY name"})  # fmt: skip
    return tasks[:14]


TASKS = make_tasks()
