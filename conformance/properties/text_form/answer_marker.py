"""Text form: what a model writes before the marked answer does not change the answer."""

from __future__ import annotations

import re

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.text_form.text_module import (
    demonstrated_levels,
    parse_text,
    shown,
    text_function,
)

_MARKER = re.compile(r"[`\"'*]{0,2}(?P<mark>[A-Z][A-Za-z]{2,15}:|<[a-z]{2,12}>|####)")
_MAY_THINK = re.compile(
    r"\b(think|reason|explain|work(ing)? (it )?out|step by step|first|(end|finish|close) with"
    r"|(last|final) line)\b",
    re.I,
)
_BEFORE = ("first 3 of 12 and then 7\n", "12\n")
"""What a model may write before its answer."""
_FEWEST = 3


@check("text.answer_marker")
def answer_marker(context: CheckContext) -> None:
    """Write numbers before demonstrated answers that begin with a marker of SYSTEM."""
    text_function(context, "parse")
    system = str(getattr(context.subject.text, "SYSTEM", ""))
    marks = {match["mark"] for match in _MARKER.finditer(system)}
    if not marks or not _MAY_THINK.search(system):
        raise NotApplicable("SYSTEM does not ask for a marked answer after other text")
    answers = [
        answer
        for episodes in demonstrated_levels(context).values()
        for turns in episodes
        for _, answer in turns
        if any(answer.startswith(mark) for mark in marks) and re.search(r"\d", answer)
    ]
    if len(answers) < _FEWEST:
        raise NotApplicable("few demonstrated answers begin with a marker that SYSTEM names")
    for before in _BEFORE:
        changed = []
        for answer in answers:
            plain, after = (parse_text(context, text).action for text in (answer, before + answer))
            if plain is None or after is None or plain == after:
                break
            changed.append((answer, plain, after))
        else:
            answer, plain, after = changed[0]
            raise PropertyViolated(
                f"parse() reads {shown(str(after))} in {shown(before + answer)}, and "
                f"{shown(str(plain))} in the marked answer alone: it does not look for the marker"
            )
