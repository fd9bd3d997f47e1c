"""Semantics: answers are as frequent as the texts say.

A sentence such as "up and down are equally frequent" promises that a constant answer is right by
chance only. The right answers of many seeds are counted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.error_rate import allowance, fresh_seeds, upper_tail
from hallmark_rl.conformance.checking.policies import oracle_rollout
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated

_SEEDS, _FEWEST_SEEDS = 200, 60
_MOST_ANSWERS = 8
_LEAST_EXCESS = 1.25
"""How many times its promised share the most frequent answer must come up."""
_RAREST = 0.02
_EQUALLY = re.compile(
    r"\b(equally|as) (frequent|often|likely|common|probable)\b|\b(even|equal) (odds|shares)\b"
    r"|\bevenly (split|distributed|mixed|divided)\b|\b(well|evenly) balanced\b",
    re.I,
)
_NOT = re.compile(r"(\bnot|n['’]t|\bnever|\brarely) (\w+ )?(equally|evenly|even|as|well)\b", re.I)
_COUNTS = {"both": 2, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8}


@check("semantic.stated_odds")
def stated_odds(context: CheckContext) -> None:
    """Count the values of each field of the oracle's first and last actions on many seeds."""
    context.require_capability_absent("single_task", "there is one task")
    said = [s for s in task_sentences(context) if _EQUALLY.search(s) and not _NOT.search(s)]
    if not said:
        raise NotApplicable("no text says that answers are equally frequent")
    known = [each.actions[place] for each in context.solutions for place in (0, -1)]
    if not any(_are_few([repr(action.get(field)) for action in known]) for field in known[0]):
        raise NotApplicable("no field of an answer takes a few values")
    actions: dict[str, list[Action]] = {"first": [], "last": []}
    longest = max(len(solution.actions) for solution in context.solutions)
    seeds = 0
    for seed in context.until_budget(_seeds(context), least=_FEWEST_SEEDS):
        rollout = oracle_rollout(context, seed, 2 * longest)
        if rollout.actions and not rollout.error:
            seeds += 1
            actions["first"].append(rollout.actions[0])
            actions["last"].append(rollout.actions[-1])
    if seeds < _FEWEST_SEEDS:
        raise EvidenceMissing(f"fewer than {_FEWEST_SEEDS} seeds could be solved in the time")
    tried = False
    rate = allowance("semantic.stated_odds", 2 * len(actions["first"][0]))
    for place, taken in actions.items():
        for field in taken[0]:
            counts = Counter(repr(action.get(field)) for action in taken)
            sentence = _about(counts, said)
            if not sentence:
                continue
            tried = True
            (value, count), share = counts.most_common(1)[0], 1 / len(counts)
            if count >= _LEAST_EXCESS * share * seeds and upper_tail(count, seeds, share) < rate:
                raise PropertyViolated(
                    f"{value} is right in {field!r} of the {place} step on {count} of {seeds} "
                    f"fresh seeds, though a text says {sentence[:140]!r}: of {len(counts)} "
                    f"values each would be on {share * seeds:.0f}",
                    Episode.of(context.seeds[0], [], "opening"),
                )
    if not tried:
        raise NotApplicable("no text says this of the values of an answer")


def _are_few(values: list[str]) -> bool:
    """Whether a field takes several values, each again and again."""
    return 1 < len(set(values)) <= min(_MOST_ANSWERS, max(2, len(values) // 2))


def _seeds(context: CheckContext) -> Iterator[int]:
    for _, seed in zip(range(_SEEDS), fresh_seeds(context.seed, "stated odds"), strict=False):
        yield seed


def _about(counts: Counter[str], said: list[str]) -> str:
    """The sentence that is about these values: it names two of them, or says how many there are."""
    values = list(counts)
    if not 2 <= len(values) <= _MOST_ANSWERS or min(counts.values()) < _RAREST * counts.total():
        return ""
    usual = set.intersection(*(set(re.findall(r"\w+", value.lower())) for value in values))
    own = [set(re.findall(r"\w+", value.lower())) - usual for value in values]
    for sentence in said:
        words = set(re.findall(r"\w+", sentence.lower()))
        named = sum(bool(each) and each <= words for each in own)
        numbers = {_COUNTS.get(word) or (int(word) if word.isdigit() else 0) for word in words}
        if named >= 2 or len(values) in numbers:
            return sentence
    return ""
