"""Find the answers that a text marks: `#### 5`, `\\boxed{5}`, `<answer>5</answer>`, `Answer: 5`."""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

from hallmark_rl.conformance.scorers.answer_forms import FORMS
from hallmark_rl.conformance.scorers.answer_values import normal_form

LONGEST_TEXT = 1 << 20
"""Characters at the end of a text in which marks are looked for."""
_LONGEST_ANSWER = 4000
_SHORT = 300
"""Characters of a text that counts as an answer without a mark."""
_WEAK = ("**{answer}**", "({answer})", "[[{answer}]]")
"""Forms that ordinary text has, too: they mark an answer only if they are all of the text."""
_AFTER_WORDS = re.compile(
    r"(?i)\b(?:final answer|answer|result|output)\b(?: is)?[ \t]*[:=]?[ \t]*([^\n]{1,400})"
)


def marked_answers(text: str, form: str = "") -> list[str]:
    """The different answers that the strongest mark of a text encloses, in their order.

    Args:
        text: what a model wrote.
        form: how the author says that an answer is written; it is the strongest mark.

    Returns the whole text if it has no mark and is short; empty if it has none and is long.
    """
    end = text[-LONGEST_TEXT:]
    for patterns in _patterns(form):
        answers = _matches(end, patterns)
        if answers:
            return answers
    stripped = end.strip()
    for weak in _WEAK:
        before, after = weak.split("{answer}")
        if stripped.startswith(before) and stripped.endswith(after) and len(stripped) < _SHORT:
            return [stripped[len(before) : len(stripped) - len(after)]]
    if len(stripped) <= _SHORT and "\n" not in stripped:
        sentence = _AFTER_WORDS.search(stripped)
        return [sentence[1].strip() if sentence else stripped]
    lines = [match[1].strip().rstrip(".") for match in _AFTER_WORDS.finditer(end)]
    return _different(lines)[-1:]


def without_frame(text: str) -> str:
    """A text without the marks of an answer and the words around it."""
    plain = re.sub(r"</?\w+>|\\boxed|[`#*$\\{}\[\]()<>\"]+", " ", text)
    words = r"(?i)\b(the final answer is|the answer is|final answer|answer|result|output|json)\b"
    return " ".join(re.sub(rf"{words}[ \t]*:?", " ", plain).split()).strip(" .:,-")


def _matches(text: str, patterns: Sequence[re.Pattern[str]]) -> list[str]:
    places = [
        (match.start(), match[1].strip())
        for pattern in patterns
        for match in pattern.finditer(text)
    ]
    return _different([answer for _, answer in sorted(places)])


def _different(answers: Sequence[str]) -> list[str]:
    """The answers without repetitions; of equal ones the last place counts."""
    last = {normal_form(answer) or answer: answer for answer in reversed(answers)}
    return list(last.values())[::-1]


@functools.cache
def _patterns(form: str) -> tuple[tuple[re.Pattern[str], ...], ...]:
    """Patterns of marks, by groups; the first group that matches counts."""
    own = (_pattern(form),) if form and form.replace("{answer}", "").strip() else ()
    strong = (
        re.compile(r"####[ \t]*([^\n]{1,400})"),
        re.compile(r"\\boxed\{((?:[^{}]|\{[^{}]{0,400}\}){0,400})\}"),
    )
    tags = (re.compile(rf"<answer>\s*(.{{0,{_LONGEST_ANSWER}}}?)\s*</answer>", re.DOTALL),)
    json_field = (re.compile(r'\{\s*"(?:answer|result)"\s*:\s*"?([^"{}]{1,400}?)"?\s*\}'),)
    spoken = tuple(
        re.compile(_at_the_end(item), re.MULTILINE)
        for item in FORMS
        if item.startswith(("Answer:", "ANSWER:", "The answer is", "Final"))
    )
    groups = (own, tags, strong, json_field, spoken)
    return tuple(group for group in groups if group)


def _at_the_end(form: str) -> str:
    return re.escape(form).replace(re.escape("{answer}"), r"([^\n]{1,400}?)") + r"[ \t]*$"


def _pattern(form: str) -> re.Pattern[str]:
    before, _, after = form.partition("{answer}")
    inner = rf"(.{{0,{_LONGEST_ANSWER}}}?)" if after.strip() else r"([^\n]{0,400})"
    left, right = re.escape(before.strip()), re.escape(after.strip())
    return re.compile(rf"{left}\s*{inner}\s*{right}", re.DOTALL)
