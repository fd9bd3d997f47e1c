"""Diseases, complaints and what tests show."""

TESTS = ("blood", "xray", "swab", "urine")
FEVER = {"flu": "--+-", "dengue": "----", "pneumonia": "++--", "kidney infection": "+--+"}
BELLY = {
    "gastritis": "----",
    "kidney stone": "-+-+",
    "appendicitis": "+---",
    "pancreatitis": "++--",
}
COMPLAINTS = {
    "fever": ["high fever since yesterday", "chills and fever", "fever and aching limbs"],
    "belly": ["strong pain in the belly", "cramps in the belly", "pain in the belly and nausea"],
}
BESIDES = ["tired", "a little dizzy", "slept badly", "no appetite", "thirsty"]
GROUPS = {"fever": FEVER, "belly": BELLY}
WORDS = {"+": "positive", "-": "negative"}


def findings(disease: str) -> dict[str, str]:
    """What each test shows in a disease."""
    signs = next(group[disease] for group in GROUPS.values() if disease in group)
    return {test: WORDS[sign] for test, sign in zip(TESTS, signs, strict=True)}


def handbook() -> dict[str, dict[str, str]]:
    """The whole table."""
    return {disease: findings(disease) for group in GROUPS.values() for disease in group}
