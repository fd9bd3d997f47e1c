"""Semantics: the words of a question do not tell the label of what is looked for.

Where each task shows a register of its own, the record that is asked for must be found in it. If
records are numbered as they were made, "the father's mother" is always No. 5.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import solve
from hallmark_rl.conformance.checking.error_rate import allowance, upper_tail
from hallmark_rl.conformance.checking.policies import earns_less_with
from hallmark_rl.conformance.checking.probes.answer_patterns import Question
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.asked_questions import asked_questions

_LONGEST_QUESTION = 200
_LABEL = re.compile(r"(?:[A-Za-z]{1,8}[-_.# ]{0,2})?\d{1,6}|[A-Z]")
"""An answer that names a thing of the register, such as `7`, `No. 7`, `R-12` or `C`."""
_FEWEST_QUESTIONS, _FEWEST_LABELS, _AGAIN = 4, 3, 3
"""Different questions, each seen again so often, and different labels."""
_LEAST_SHARE, _LEAST_GAIN = 0.8, 0.3
_DIFFERENT = 0.8
"""Share of the tasks in which what stands beside the label must be another thing."""
_COUNTERED = 3


@check("semantic.question_alone")
def question_alone(context: CheckContext) -> None:
    """Learn labels from the words of questions on some seeds, and confirm on others."""
    explored, confirmed = asked_questions(context)
    questions, split = [*explored, *confirmed], len(explored)
    tried = False
    paths = {path for path, _ in _texts(questions[0])}
    rate = allowance("semantic.question_alone", max(1, len(paths) * len(questions[0].fields)))
    for field in questions[0].fields:
        labels = [str(question.fields[field]).strip() for question in questions]
        if len(set(labels)) < _FEWEST_LABELS or not all(map(_LABEL.fullmatch, labels)):
            continue
        usual = Counter(labels[split:]).most_common(1)[0][1] / len(confirmed)
        for path in sorted(paths):
            asked = [dict(_texts(question)).get(path, "") for question in questions]
            counts = Counter(asked)
            if len(counts) < _FEWEST_QUESTIONS or min(counts.values()) < _AGAIN:
                continue
            pairs = zip(questions, labels, strict=True)
            things = [_things(question, path, label) for question, label in pairs]
            if not all(things) or not _are_new(asked, things):
                continue
            tried = True
            known = _known(asked[:split], labels[:split])
            fresh = zip(asked[split:], labels[split:], strict=True)
            right = sum(known.get(text) == label for text, label in fresh)
            share = right / len(confirmed)
            if share < max(_LEAST_SHARE, usual + _LEAST_GAIN):
                continue
            if upper_tail(right, len(confirmed), usual) < rate and _matters(
                context, field, labels, confirmed
            ):
                raise PropertyViolated(
                    f"the words of {path} alone tell the right {field!r} on {right} of "
                    f"{len(confirmed)} fresh seeds, though what has that label is another thing "
                    f"each time: {asked[split][:100]!r} is answered {labels[split]!r}",
                    Episode.of(confirmed[0].seed, [], "opening"),
                )
    if not tried:
        raise NotApplicable("no question that comes again asks for the label of a shown thing")


def _texts(question: Question) -> Iterator[tuple[str, str]]:
    """The short texts that are shown, with a sign in place of each number, by their paths."""
    for path, value in subtrees(question.shown):
        is_text = isinstance(value, str) and " " in value and len(value) <= _LONGEST_QUESTION
        if is_text and "[" not in path:
            yield path, re.sub(r"\d+", "#", value)


def _things(question: Question, path: str, label: str) -> str:
    """The lines that name a label, elsewhere than in the question."""
    word = re.compile(rf"(?<!\w){re.escape(label)}(?!\w)")
    texts = [str(v) for p, v in subtrees(question.shown) if isinstance(v, str) and p != path]
    return "\n".join(line for text in texts for line in text.split("\n") if word.search(line))


def _are_new(asked: Sequence[str], things: Sequence[str]) -> bool:
    """Whether the same question mostly comes with other things under its label."""
    seen: dict[str, set[str]] = defaultdict(set)
    for text, thing in zip(asked, things, strict=True):
        seen[text].add(thing)
    return sum(map(len, seen.values())) >= _DIFFERENT * len(asked)


def _known(asked: Sequence[str], labels: Sequence[str]) -> dict[str, str]:
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for text, label in zip(asked, labels, strict=True):
        counts[text][label] += 1
    return {text: found.most_common(1)[0][0] for text, found in counts.items()}


def _matters(
    context: CheckContext, field: str, labels: Sequence[str], questions: Sequence[Question]
) -> bool:
    """Whether another label earns less."""
    for question in questions[:_COUNTERED]:
        solution = solve(context, question.seed)
        own = question.fields[field]
        other = next(label for label in labels if label != str(own).strip())
        value = type(own)(other) if isinstance(own, int) else other
        if solution is None or not earns_less_with(context, solution, (field,), value):
            return False
    return True
