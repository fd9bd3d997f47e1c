"""Sound: a letter between answer tags; the options are shuffled."""

import random
import re

declared = {"equivalents": ["case", "spacing"]}
_TAGGED = re.compile(r"<answer>([^<]{0,40})</answer>")


def score(answer, task):
    found = _TAGGED.findall(answer[:20_000])
    if len(found) != 1:
        return 0.0
    given = found[0].strip().upper()
    return 1.0 if given == task["answer"] else 0.0


RIVERS = {
    "Vienna": "Danube", "Paris": "Seine", "London": "Thames", "Rome": "Tiber", "Cairo": "Nile",
    "Dresden": "Elbe", "Cologne": "Rhine", "Lisbon": "Tagus", "Warsaw": "Vistula",
    "Florence": "Arno", "Seville": "Guadalquivir", "Kyiv": "Dnieper", "Baghdad": "Tigris",
    "Turin": "Po", "Munich": "Isar", "Lyon": "Rhone", "Bern": "Aare", "Saragossa": "Ebro",
    "Hamburg": "Alster", "Bordeaux": "Garonne", "Frankfurt": "Main", "Riga": "Daugava",
    "Porto": "Douro", "Bremen": "Weser",
}  # fmt: skip


def make_tasks():
    draw = random.Random(8)
    tasks = []
    for city, river in RIVERS.items():
        others = draw.sample([name for name in RIVERS.values() if name != river], 3)
        options = [river, *others]
        draw.shuffle(options)
        tasks.append(
            {
                "question": f"Which river flows through {city}?",
                "choices": options,
                "answer": "ABCD"[options.index(river)],
            }
        )
    return tasks


TASKS = make_tasks()
