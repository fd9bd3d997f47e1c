"""Sound, with partial credit: F1 of words, with a floor for chance overlap."""

import re
import unicodedata

declared = {"partial": True, "floor": 0.4, "equivalents": ["case", "spacing", "unicode"]}


def words(text):
    return re.findall(r"\w+", unicodedata.normalize("NFC", text[:5000]).casefold())


def score(answer, task):
    given, right = words(answer), words(task["reference"])
    if not given or len(answer) > 5000:
        return 0.0
    left = list(given)
    common = 0
    for word in right:
        if word in left:
            left.remove(word)
            common += 1
    return 2 * common / (len(given) + len(right))


TEXTS = [
    ("Why is the sky blue?", "Short wavelengths of sunlight scatter more strongly"),
    ("Why do leaves fall?", "Trees drop them to keep water during cold months"),
    ("Why does ice float?", "Frozen water is less dense than liquid water"),
    ("Why do cafés heat milk?", "Steam gives the crème a thick foam"),
    ("Why do stars twinkle?", "Turbulent air bends their light on its way"),
    ("Why is the sea salty?", "Rivers wash minerals from rocks into oceans"),
    ("Why do cats purr?", "Muscles near their voice box vibrate regularly"),
    ("Why does bread rise?", "Yeast turns sugar into bubbles of carbon dioxide"),
    ("Why do we sneeze?", "Irritated nerves trigger a sudden burst of breath"),
    ("Why does iron rust?", "Oxygen and moisture form a brown oxide layer"),
    ("Why are days longer in June?", "Earth's northern half tilts towards our star"),
    ("Why do magnets attract steel?", "Aligned domains produce opposite poles nearby"),
]
TASKS = [{"prompt": prompt, "reference": reference} for prompt, reference in TEXTS]
