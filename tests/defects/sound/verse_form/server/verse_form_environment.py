"""Write a haiku or a limerick from a bank of words."""

from __future__ import annotations

import random
import string
import uuid
from collections import Counter
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..bank import LEXICON, TOPICS, listing
    from ..models import VerseAction, VerseObservation, VerseState
except ImportError:
    from bank import LEXICON, TOPICS, listing
    from models import VerseAction, VerseObservation, VerseState

DRAFTS = 3
FORMS = {"haiku": (5, 7, 5), "limerick": (8, 8, 5, 5, 8)}
MARKS = string.punctuation + "\u2018\u2019\u201c\u201d\u2013\u2014\u2026"


def words_of(line: str) -> list[str]:
    """The words of a line without punctuation around them."""
    words = [word.strip(MARKS) for word in line.replace("\u2019", "'").lower().split()]
    return [word for word in words if word]


def review(poem: str, form: str, topic: str) -> dict[str, bool]:
    """Checks a poem against each rule of its form."""
    lines = [words for words in map(words_of, poem.splitlines()) if words]
    used = Counter(word for line in lines for word in line)
    known = bool(used) and all(word in LEXICON for word in used)
    meter = FORMS[form]
    report = {
        "lines": len(lines) == len(meter),
        "words": known,
        "repeats": known and max(used.values()) <= 2,
        "topic": topic in used,
        "syllables": known and tuple(sum(LEXICON[w][0] for w in line) for line in lines) == meter,
    }
    if form == "limerick":
        ends = [line[-1] for line in lines]
        rhymes = [LEXICON[word][1] for word in ends] if known and report["lines"] else []
        report["rhyme"] = (
            bool(rhymes)
            and "-" not in rhymes
            and rhymes[0] == rhymes[1] == rhymes[4]
            and rhymes[2] == rhymes[3] != rhymes[0]
            and len(set(ends)) == len(ends)
        )
    return report


class VerseFormEnvironment(Environment[VerseAction, VerseObservation, VerseState]):
    """The desk of a strict editor."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = VerseState()
        self._form = "haiku"
        self._topic = ""
        self._left = 0
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        form: str | None = None,
        **kwargs: Any,
    ) -> VerseObservation:
        """Ask for a poem; without a form the seed chooses that as well.

        Raises:
            ValueError: there is no such form.
        """
        if form is not None and form not in FORMS:
            raise ValueError(f"form must be one of {', '.join(FORMS)}, not {form!r}")
        rng = random.Random() if seed is None else random.Random(f"verse {seed}")
        topic, drawn = rng.choice(TOPICS), rng.choice(sorted(FORMS))
        self._form, self._topic = form or drawn, topic
        self._left = DRAFTS
        self._done = False
        self._state = VerseState(episode_id=episode_id or str(uuid.uuid4()), form=self._form)
        return self._observation({}, None)

    def step(
        self, action: VerseAction, timeout_s: float | None = None, **kwargs: Any
    ) -> VerseObservation:
        """Review a draft."""
        if self._done:
            return self._observation({}, 0.0)
        self._state.step_count += 1
        self._left -= 1
        report = review(action.poem, self._form, self._topic)
        accepted = all(report.values())
        self._done = accepted or self._left == 0
        return self._observation(report, float(accepted))

    @property
    def state(self) -> VerseState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, report: dict[str, bool], reward: float | None) -> VerseObservation:
        return VerseObservation(
            form=self._form,
            topic=self._topic,
            bank=listing(),
            report=report,
            drafts_left=self._left,
            reward=reward,
            done=self._done,
        )
