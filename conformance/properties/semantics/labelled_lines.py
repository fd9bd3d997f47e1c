"""Semantics: of several lines such as `ANSWER: 7` in a text, not any may be the right one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import paid_like
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import PropertyViolated

_LINE = re.compile(r"\s*([A-Za-z_][\w ]{0,30}?)\s*[:=]\s*(\S.*?)\s*")
_FEWEST, _MOST = 2, 20
"""Other values of a label that are needed, and those that are listed."""
_SEEDS, _SHARE = 3, 0.75
"""Seeds on which such a text must score like the answer, and their share of those tried."""


def require_single_labelled_line(context: CheckContext) -> bool:
    """Raise if a text with many lines `LABEL: value` scores like the one with the right line alone.

    The right line is neither the first nor the last of them. Returns whether there were such texts.
    """
    tried: dict[str, int] = {}
    accepted: dict[str, list[Episode]] = {}
    for solution in context.until_budget(context.solutions, least=_SEEDS):
        *before, last = solution.actions
        for field in context.source.text_fields():
            others = [str(o.actions[-1].get(field, "")) for o in context.solutions if o != solution]
            for found in _listed_lines(str(last.get(field, "")), others):
                wrong, listed = {**last, field: found.wrong}, {**last, field: found.listed}
                if not context.source.valid(wrong) or not context.source.valid(listed):
                    continue
                if paid_like(context, solution, [*before, wrong], "a wrong line"):
                    continue
                tried[found.label] = tried.get(found.label, 0) + 1
                if paid := paid_like(context, solution, [*before, listed], "every candidate"):
                    accepted.setdefault(found.label, []).append(paid)
    for label, episodes in accepted.items():
        if len(episodes) >= max(_SEEDS, _SHARE * tried[label]):
            raise PropertyViolated(
                f"on {len(episodes)} of {tried[label]} seeds, many lines {label!r} with different "
                "values score like the right one alone",
                episodes[0],
            )
    return bool(tried)


@dataclass(frozen=True)
class _ListedLine:
    """Two changes to a text in which a line has a label.

    Attributes:
        label: the label, in lower case.
        listed: the text with further lines of the same label before and after this one.
        wrong: the text with one of these in place of the line.
    """

    label: str
    listed: str
    wrong: str


def _listed_lines(text: str, others: Sequence[str]) -> Iterator[_ListedLine]:
    """The changes for each label that occurs once in `text`, and with other values in `others`."""
    lines = text.splitlines()
    found = [_parts(line) for line in lines]
    labels = [parts[0] for parts in found if parts]
    for number, parts in enumerate(found):
        if parts is None or labels.count(parts[0]) > 1:
            continue
        label, value = parts
        further = {
            other_value.lower(): line
            for other in others
            for line in other.splitlines()
            for other_label, other_value in [_parts(line) or ("", "")]
            if other_label == label and other_value.lower() != value.lower()
        }
        first, *rest = [*further.values()][:_MOST] or [""]
        if len(further) < _FEWEST:
            continue
        before, after = lines[:number], lines[number + 1 :]
        yield _ListedLine(
            label,
            "\n".join([*before, first, lines[number], *rest, *after]),
            "\n".join([*before, first, *after]),
        )


def _parts(line: str) -> tuple[str, str] | None:
    """Label, in lower case, and value of a line; None if it has no label."""
    match = _LINE.fullmatch(line)
    return (match[1].lower(), match[2]) if match else None
