"""Contract: no text of a message ends at a number of characters, in the middle of what it says.

`text[:240]` cuts long texts: many different texts then have one length, none is longer, and they
end as no shorter text ends.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants

_SEEDS, _FEWEST_SEEDS, _MOST_VARIANTS = 60, 24, 8
_SHORTEST = 40
"""Characters of the shortest text that counts as cut."""
_FEWEST_CUT, _FEWEST_LENGTHS = 5, 5
"""Different texts of the greatest length, and lengths of the shorter ones."""
_FEWEST_ENDS = 3
"""Kinds of ends of texts that all have one length."""
_NEAR = 6
"""Characters below the greatest length: so many lengths together must be rarer than it."""
_STATED = re.compile(
    r"\b(cut|truncat\w+|shortened|clipped|limited to|abbreviat\w+|excerpts?)\b"
    r"|\b(first|last|at most|up to|no more than) \d+ (characters|letters|chars)\b",
    re.I,
)
"""What says that texts are cut."""
_MARK = re.compile(r"(\.\.\.|…|\[\w+\]|\(\w+\))\s*$")
"""The end of a text that shows that more has been left out."""

Texts = dict[str, dict[str, Episode]]


@check("contract.cut_texts")
def cut_texts(context: CheckContext) -> None:
    """Compare the lengths and the ends of the texts in the first messages of many episodes."""
    texts: Texts = defaultdict(dict)
    for episode in context.until_budget(_openings(context), least=_FEWEST_SEEDS):
        shown = context.play(episode)[0].data or {}
        for path, value in subtrees(shown):
            if isinstance(value, str) and not path.startswith("metadata"):
                texts[path].setdefault(value, episode)
    cut = {path: found for path, known in texts.items() if (found := _cut(list(known)))}
    if not cut:
        if all(len(known) < _FEWEST_CUT for known in texts.values()):
            raise NotApplicable("no first message shows a text that differs between episodes")
        return
    if any(map(_STATED.search, task_sentences(context))):
        raise EvidenceMissing("texts of one greatest length may be cut, as a text says")
    path, found = next(iter(cut.items()))
    raise PropertyViolated(
        f"{len(found)} different texts in {path} have {len(found[0])} characters, none has more, "
        f"and they end in the middle of what they say, such as {found[0][-30:]!r}",
        texts[path][found[0]],
    )


def _openings(context: CheckContext) -> Iterator[Episode]:
    """Resets on many seeds, plain and of each variant in turn."""
    try:
        variants = chosen_variants(context, tasks=False)[:_MOST_VARIANTS]
    except NotApplicable:
        variants = []
    for seed in range(1, _SEEDS + 1):
        yield Episode.of(seed, [])
        yield from (Episode.of(seed, [], "opening", **variant.options) for variant in variants)


def _cut(known: list[str]) -> list[str]:
    """The different texts that seem to be cut; none if one of the signs is missing."""
    longest = max(map(len, known), default=0)
    at_most = [text for text in known if len(text) == longest]
    lengths = Counter(len(text) for text in known if len(text) < longest)
    if not lengths:
        return known if longest >= _SHORTEST and _all_are_cut(known) else []
    near = sum(count for length, count in lengths.items() if length >= longest - _NEAR)
    if (
        longest < _SHORTEST
        or len(at_most) < max(_FEWEST_CUT, near + 1)
        or len(lengths) < _FEWEST_LENGTHS
        or all(map(_MARK.search, at_most))
    ):
        return []
    usual = {_end(text) for text in known if len(text) < longest}
    odd = [text for text in at_most if _end(text) not in usual]
    return [*odd, *(text for text in at_most if text not in odd)] if odd else []


def _all_are_cut(known: list[str]) -> bool:
    """Whether texts of one length end in many ways and have lines of many lengths: a cut each."""
    ends = set(map(_end, known))
    places = {text.rfind("\n") for text in known}
    return len(ends) >= _FEWEST_ENDS and len(places) >= _FEWEST_CUT and -1 not in places


def _end(text: str) -> str:
    """The kind of the last character: a letter, a digit, a space, or the character itself."""
    last = text[-1:]
    if last.isalpha():
        return "letter"
    if last.isdigit():
        return "digit"
    return "space" if last.isspace() else last
