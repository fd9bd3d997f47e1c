"""Answers that are denied: `not` before the answer, or inside of a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

_MARKED = (
    re.compile(r"(?s)(?P<before>.*<(\w+)>\s*)(?P<answer>\S.*?)(?P<behind>\s*</\2>.*)"),
    re.compile(r"(?s)(?P<before>.*\\boxed\{\s*)(?P<answer>[^{}]+)(?P<behind>\}.*)"),
    re.compile(
        r"(?s)(?P<before>(?:.*(?:\n|[.!?]\s+))?(?:#{2,} |[A-Za-z][\w ]{0,30}[:=]\s+))"
        r"(?P<answer>\S[^\n]*)"
    ),
    re.compile(r"(?s)(?P<answer>.*)"),
)
"""Texts with a marked answer: between tags, in a box, behind a label, or not marked at all."""
_DENIALS = ("not", "does not")
_OTHERS = {"not": ("now", "qzx"), "does not": ("now qzx", "qzx now")}
"""What is put into a sentence, and words that say something else, to compare them."""
_FEWEST_WORDS, _MOST_WORDS = 3, 25
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*[.,!?]?")
_IS_DENIED = re.compile(r"\b(not|no|never|nor|none|neither|without|cannot)\b|n['’]t\b", re.I)


class MarkedAnswer(NamedTuple):
    """The answer in a text, and what stands before and behind it: reasoning, tags, a label."""

    before: str
    answer: str
    behind: str

    def with_answer(self, answer: str) -> str:
        """The text with another answer in the same place."""
        return f"{self.before}{answer}{self.behind}"


class DeniedSentence(NamedTuple):
    """A text with a denial in it, and the same text with other words in that place."""

    text: str
    others: tuple[str, ...]


def marked_answer(text: str) -> MarkedAnswer:
    """The part of a text that is marked as the answer, by tags or a label; else all of it.

    What a model writes before a mark is its reasoning, and no part of the answer.
    """
    match = next(filter(None, (form.fullmatch(text) for form in _MARKED)))
    groups = match.groupdict(default="")
    return MarkedAnswer(groups.get("before", ""), groups["answer"], groups.get("behind", ""))


def denied_sentences(text: str) -> Iterator[DeniedSentence]:
    """The text with a denial in each place inside of its answer, if that is a sentence.

    A sentence is one line of three or more words, none of which denies.
    """
    marked = marked_answer(text)
    words = marked.answer.split(" ")
    is_sentence = _FEWEST_WORDS <= len(words) <= _MOST_WORDS and all(map(_WORD.fullmatch, words))
    if not is_sentence or _IS_DENIED.search(marked.answer):
        return
    for denial in _DENIALS:
        for place in range(1, len(words)):
            texts = [
                marked.with_answer(" ".join([*words[:place], put, *words[place:]]))
                for put in (denial, *_OTHERS[denial])
            ]
            yield DeniedSentence(texts[0], tuple(texts[1:]))
