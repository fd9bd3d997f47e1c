"""The film's small language, and how a translation is judged."""

from __future__ import annotations

import re
from dataclasses import dataclass
from random import Random

NOUNS = {
    "hundo": "dog",
    "kato": "cat",
    "knabo": "boy",
    "reĝo": "king",
    "pomo": "apple",
    "libro": "book",
    "domo": "house",
    "birdo": "bird",
    "ŝipo": "ship",
    "rozo": "rose",
}
VERBS = {"vidas": "see", "amas": "love", "havas": "have", "trovas": "find", "volas": "want"}
ADJECTIVES = {"granda": "big", "malnova": "old", "ruĝa": "red", "bela": "pretty"}
GLOSSARY = {**NOUNS, **VERBS, **ADJECTIVES, "la": "the", "ne": "not"}
FORMS = {"sees": "see", "loves": "love", "has": "have", "finds": "find", "wants": "want"}
FILLERS = {"the", "a", "an", "does", "do", "not"}
SLACK = 12


@dataclass(frozen=True)
class Cue:
    """A line of the film: what is said, and the words that carry its meaning in English."""

    source: str
    content: tuple[str, ...]
    negative: bool

    @property
    def max_chars(self) -> int:
        """The room for the subtitle."""
        return len(" ".join(self.content)) + 4 * 2 + SLACK + 2


def draw_cue(rng: Random, level: int) -> Cue:
    """A subject, a verb and an object; in level 2 with adjectives. A third of the cues deny."""
    subject, thing = rng.sample(sorted(NOUNS), 2)
    verb = rng.choice(sorted(VERBS))
    negative = rng.random() < 1 / 3
    source, content = ["la"], []
    for noun, ending in ((subject, ""), (thing, "n")):
        if ending:
            source += [*(["ne"] if negative else []), verb, "la"]
            content.append(VERBS[verb])
        if level == 2:
            adjective = rng.choice(sorted(ADJECTIVES))
            source.append(adjective + ending)
            content.append(ADJECTIVES[adjective])
        source.append(noun + ending)
        content.append(NOUNS[noun])
    return Cue(" ".join(source), tuple(content), negative)


def tokens(text: str) -> list[str]:
    """The words of an English subtitle, with verbs in their plain form."""
    plain = text.lower().replace("\u2019", "'").replace("doesn't", "does not")
    words = re.findall(r"[^\W_]+(?:'[^\W_]+)?|[^\s\w.,!]", plain)
    return [FORMS.get(word, word) for word in words]


def conveys(cue: Cue, text: str) -> bool:
    """Whether a subtitle says what the cue says, and can be read in time.

    Articles, the form of the verb, capitals and the full stop are free; the words that carry the
    meaning must come in order, with no others between them.
    """
    if len(text.strip()) > cue.max_chars or "\n" in text.strip():
        return False
    words = tokens(text)
    if tuple(word for word in words if word not in FILLERS) != cue.content:
        return False
    if words.count("not") > 1 or words[-1] in FILLERS:
        return False
    if "not" in words and words[words.index("not") + 1] not in VERBS.values():
        return False
    return ("not" in words) == cue.negative
