"""Reset: an option that is left out has the value that a text calls its default."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from typing import Any

from hallmark_rl.conformance.actions.written_texts import written_sentences
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.diff import content_text
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.number_words import NUMBER_WORDS
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.each_variant import chosen_variants
from hallmark_rl.conformance.properties.variants.name_mask import NameMask
from hallmark_rl.conformance.survey.variants import Variant

_SEEDS, _STEPS = 6, 8
_MOST_VALUES = 8
_VALUE = r"(?:\"[^\"\n]{1,30}\"|'[^'\n]{1,30}'|-?\d+(?:\.\d+)?|True|False)"
_LISTED = re.compile(rf"\b(\w+)\s*=\s*({_VALUE}(?:\s*\|\s*{_VALUE})*)")
_DEFAULT = re.compile(r"\bdefaults?\b", re.I)
_BETWEEN = re.compile(
    r"[\"'`)]*(?: (?!and\b|or\b)[a-z]+)?(?:,? ?\((?:[^()]*[,;] ?)?(?:the )?"
    r"|,? ?(?:which )?(?:is |are )?(?:by |the |as (?:the )?))"
    r"|[\"'`]*(?: [a-z]+)? \([^()]*\),? (?:is the|by) ",
    re.I,
)
"""What stands between a value and the word `default`."""
_AFTER = re.compile(r"(?: value)?(?: of \W?\w+\W?)?(?: is| to|:|=)(?: \w+)? [\"'`]?$", re.I)
"""What stands between the word `default` and a value."""
_OPEN = re.compile(r" [\"'`]?")
_MOST_NUMBER = 10
_SAME = {"train": "training", "test": "testing"}


@check("reset.stated_defaults")
def stated_defaults(context: CheckContext) -> None:
    """Compare episodes without an option with those at its stated default, and at other values."""
    context.require_deterministic()
    context.require_capability_absent("unseeded", "the environment takes no seed")
    texts = written_sentences(context.subject, context.source.schema, [])
    values = _values(context, texts)
    stated = {
        name: found
        for name, known in values.items()
        if len(known) > 1 and (found := _stated_default(texts, name, _with_numbers(known)))
    }
    if not stated:
        raise NotApplicable("no text says which value of an option is the default")
    tried = False
    for name, (default, text) in stated.items():
        others = [value for value in values[name] if value != default]
        if type(default) is int:
            others += [n for n in (default + 1, default - 1) if n not in others]
        for other in context.until_budget(others[:_MOST_VALUES], least=2):
            played = _compare(context, name, default, other)
            tried |= played is not None
            if played:
                raise PropertyViolated(
                    f"without {name}, episodes are those of reset({name}={other!r}) on "
                    f"{_SEEDS} seeds, though a text says {text[:160]!r}",
                    Episode.of(context.seeds[0], [], "opening"),
                )
    if not tried:
        raise EvidenceMissing("reset() refuses the values of the options that the texts name")


def _values(context: CheckContext, texts: list[str]) -> dict[str, list[Any]]:
    """The known values of each option: declared ones, and those that a text lists."""
    found: dict[str, list[Any]] = {}
    try:
        variants = chosen_variants(context, tasks=False)
    except (EvidenceMissing, NotApplicable):
        variants = []
    named = [(name, value) for item in variants for name, value in item.options.items()]
    for text in texts:
        for name, listed in _LISTED.findall(text):
            named += [(name, ast.literal_eval(v.strip())) for v in re.findall(_VALUE, listed)]
    for name, value in named:
        known = found.setdefault(name, [])
        if isinstance(value, str | int | float) and value not in known:
            known.append(value)
    return {name: known for name, known in found.items() if name not in ("seed", "episode_id")}


def _with_numbers(known: list[Any]) -> list[Any]:
    """The values, and small whole numbers where all are whole: the default need not be listed."""
    if not all(type(value) is int for value in known):
        return known
    return [*known, *(n for n in range(_MOST_NUMBER + 1) if n not in known)]


def _stated_default(texts: list[str], name: str, known: list[Any]) -> tuple[Any, str] | None:
    """The value of an option that a text calls the default, with the text; None if none does.

    The text names the option, or the one before it does and lists its values. None as well if the
    texts disagree.
    """
    found: dict[Any, str] = {}
    is_about = re.compile(rf"\b{re.escape(name)}\b", re.I)
    for before, text in zip(["", *texts], texts, strict=False):
        if not (is_about.search(text) or re.search(rf"\b{re.escape(name)}=", before)):
            continue
        for word in _DEFAULT.finditer(text):
            value = _beside(text, word, known)
            if value is not None:
                found.setdefault(value, text)
    return next(iter(found.items())) if len(found) == 1 else None


def _beside(text: str, word: re.Match[str], known: list[Any]) -> Any:
    """The value that stands directly before or after the word `default`; None if none does."""
    after = [(m.start(), value) for value in known for m in _mentions(text[word.end() :], value)]
    start, value_after = min(after, key=lambda item: item[0], default=(0, None))
    gap = text[word.end() : word.end() + start]
    by_default = text[: word.start()].lower().endswith("by ")
    if after and by_default and _OPEN.fullmatch(gap):
        return value_after
    before = [(m.end(), value) for value in known for m in _mentions(text[: word.start()], value)]
    if before:
        end, value = max(before, key=lambda item: item[0])
        if _BETWEEN.fullmatch(text[end : word.start()]):
            return value
    return value_after if after and not by_default and _AFTER.fullmatch(gap) else None


def _mentions(text: str, value: Any) -> Iterator[re.Match[str]]:
    """The places of a value in a text, small numbers also as words."""
    forms = [re.escape(str(value))]
    if type(value) is int and 0 <= value <= _MOST_NUMBER:
        forms.append(NUMBER_WORDS[value])
    if value in _SAME:
        forms.append(_SAME[value])
    return re.finditer(rf"(?<![\w.])(?:{'|'.join(forms)})(?![\w]|\.\d)", text, re.I)


def _compare(context: CheckContext, name: str, default: Any, other: Any) -> bool | None:
    """Whether plain episodes are those at the other value, and not those at the stated default.

    None if a reset with one of the values fails.
    """
    mask = NameMask([Variant("mode", {name: value}) for value in (default, other)])
    apart = 0
    for seed in range(1, _SEEDS + 1):
        plain, stated, likely = (
            _played(context, seed, options) for options in ({}, {name: default}, {name: other})
        )
        if stated is None or likely is None or plain is None:
            return None
        if content_text(mask.without(plain)) != content_text(mask.without(likely)):
            return False
        apart += content_text(mask.without(plain)) != content_text(mask.without(stated))
    return 2 * apart > _SEEDS


def _played(context: CheckContext, seed: int, options: Mapping[str, Any]) -> list[Any] | None:
    """The messages of a random walk, None if the reset fails."""
    walk = context.random_episode(seed, _STEPS, "stated default").actions
    trace = context.play(Episode.of(seed, walk, "walk", **options))
    return None if trace[0].data is None else [response.plain() for response in trace]
