"""Scorer: every text is scored, with a finite number, in bounded time and memory."""

from __future__ import annotations

import math
from collections.abc import Iterator

from hypothesis import HealthCheck, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st

from hallmark_rl.conformance.checking.probes.hostile_texts import SLOW_TEXTS
from hallmark_rl.conformance.processes.utf8_characters import know_utf8_characters
from hallmark_rl.conformance.scorers.answer_forms import FORMS
from hallmark_rl.conformance.scorers.reference_answers import fill
from hallmark_rl.conformance.scorers.scorer_context import ScorerContext, ScorerFinding, shown
from hallmark_rl.conformance.scorers.scorer_outcome import NOT_CALLED, Outcome
from hallmark_rl.conformance.scorers.scorer_registry import scorer_check

_ODD_TEXTS = (
    "", " ", "\x00", "\ud800", "\u202e", "é", "²", "٣", "½", "∞", "1/0", "0/0", "1e999", "-", "+",
    ".", "1.2.3", "--5", "1,2,3", "9" * 5000, "0x1F", "1_000", "{", "}", "[", "]", "{}", "[]",
    "null", '{"answer": null}', '{"answer": {}}', '{"answer": []}', '{"answer": true}', "nan",
    "\\", "\\boxed{", "\\boxed{}", "\\frac{1}{0}", "\\frac{}{}", "#### ", "<answer>", "</answer>",
    "<answer></answer>", "```", "```python", "```json\n{\n```", "(", ")", "*", "+5", "?", "'", '"',
    "SELECT", "SELECT * FROM nowhere", "def f(", "import os", "%", "$", "%s", "{0}", "\r\n", "\t",
)  # fmt: skip
_LARGE = {
    "letters": "a" * 50_000,
    "digits": "7" * 50_000,
    "spaces": " " * 50_000 + "x",
    "line ends": "\n" * 50_000 + "x",
    "open brackets": "(" * 20_000,
    "words": "ab " * 16_000,
    "numbers": "1 " * 25_000,
    "points": "1." * 25_000,
    "open tags": "<answer>" * 6_000,
    "open boxes": "\\boxed{" * 7_000,
    "marks": "#### " * 10_000,
    "quotes": '"' * 50_000,
    "backslashes": "\\" * 50_000,
    "a power": "9**9**9",
    "an exponent": "1e99999999",
    "letters before a mark": "a" * 40 + "!",
    "words before a mark": "a " * 20 + "!",
    "digits before a mark": "1" * 40 + "!",
    "digits and commas before a mark": "1," * 20 + "!",
}
_MILLION = {"letters": "a" * 1_000_000, "words": "ab " * 333_000, "numbers": "12 " * 333_000}
_FEW_TASKS = 4
_SERVER_SHARE = 3.0
"""So many times longer a server may take to answer: that is wall-clock time of a busy machine."""


@scorer_check("scorer.no_exception")
def no_exception(context: ScorerContext) -> None:
    """Odd texts in the forms of answers, then texts that Hypothesis draws and shortens."""
    forms = ["{answer}", *dict.fromkeys(item.form for item in context.learnt.references.values())]
    forms = list(dict.fromkeys((*forms[:3], *context.learnt.accepted[:3])))
    texts = [fill(form, text) for text in _ODD_TEXTS for form in forms]
    texts += [fill(form, "")[:cut] for form in FORMS for cut in (3, 8, 12)]
    for number in context.chosen[:_FEW_TASKS]:
        calls = [(text, number) for text in dict.fromkeys(texts)]
        for (text, _), outcome in zip(calls, context.score(calls), strict=True):
            _require_scored(context, text, number, outcome)
    _search(context, forms)


def _search(context: ScorerContext, forms: list[str]) -> None:
    """Texts that Hypothesis draws; raises the shortest that is not scored."""
    numbers = context.chosen[:_FEW_TASKS]
    pieces = st.sampled_from([*_ODD_TEXTS, "answer", "5", "-3.5", "A", "yes"])
    body = st.one_of(st.text(max_size=20), st.lists(pieces, max_size=4).map("".join))
    found: list[ScorerFinding] = []

    @seeded(context.seed)
    @settings(
        max_examples=context.profile.examples,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
    @given(st.sampled_from(forms), body, st.sampled_from(numbers))
    def scored(form: str, text: str, number: int) -> None:
        answer = fill(form, text)
        try:
            _require_scored(context, answer, number, context.score([(answer, number)])[0])
        except ScorerFinding as finding:
            found.append(finding)
            raise

    know_utf8_characters()
    try:
        scored()
    except ScorerFinding as finding:
        raise finding from None
    except Exception:
        if found:  # it failed once only: the shortest text that did
            raise min(found, key=lambda one: len(one.calls[0][0])) from None
        raise


def _require_scored(context: ScorerContext, text: str, number: int, outcome: Outcome) -> None:
    is_fault = outcome.problem and not outcome.hangs and "no number" not in outcome.problem
    if is_fault and outcome.problem != NOT_CALLED:
        raise ScorerFinding(
            f"scoring {shown(text)} on task {number}: {outcome.problem}",
            [(text, context.tasks[number])],
        )


@scorer_check("scorer.finite")
def finite(context: ScorerContext) -> None:
    learnt = context.learnt
    columns: frozenset[str] | None = None
    for text, number, outcome in _ordinary(context):
        call = [(text, context.tasks[number])]
        where = f"scoring {shown(text)} on task {number}"
        if "no number" in outcome.problem:
            raise ScorerFinding(f"{where}: {outcome.problem}", call)
        if outcome.problem:
            continue
        if not all(math.isfinite(value) for value in outcome.columns.values()):
            raise ScorerFinding(f"{where}: the score is {outcome.text}", call)
        if outcome.pay > learnt.maximum * (1 + 1e-6) + 1e-6:
            text = f"{where}: the score {outcome.text} is above the maximum of {learnt.maximum:.6g}"
            raise ScorerFinding(text, call)
        names = frozenset(outcome.columns)
        if columns is not None and names != columns:
            shown_names = f"{sorted(names)}, others have {sorted(columns)}"
            raise ScorerFinding(f"{where}: the columns are {shown_names}", call)
        columns = names


def _ordinary(context: ScorerContext) -> Iterator[tuple[str, int, Outcome]]:
    """Right answers, parts of them, odd texts and repeated right answers, with their outcomes."""
    calls = []
    for number in context.chosen[:_FEW_TASKS]:
        reference = context.learnt.references.get(number)
        texts = list(_ODD_TEXTS)
        if reference is not None:
            whole = reference.text
            texts = [whole, f"{whole}\n{whole}", "\n".join([whole] * 5), *texts]
            texts += [fill(reference.form, text) for text in ("nan", "1e999", "", "x")]
        calls += [(text, number) for text in texts]
    for (text, number), outcome in zip(calls, context.score(calls), strict=True):
        yield text, number, outcome


@scorer_check("scorer.time")
def bounded_time(context: ScorerContext) -> None:
    limit = context.declared.max_seconds * (_SERVER_SHARE if context.scorer.is_server else 1.0)
    texts = {**SLOW_TEXTS, **_LARGE}
    number = context.chosen[0]
    reference = context.learnt.references.get(number)
    forms = ["{answer}", *([reference.form] if reference else [])]
    calls = [
        (what, fill(form, text)) for what, text in texts.items() for form in dict.fromkeys(forms)
    ]
    if reference is not None:
        calls.append(("the right answer many times", f"{reference.text} " * 5_000))
    for what, text in calls:  # one after another: the first that hangs ends the check
        outcome = context.score([(text, number)])[0]
        seconds, clock = outcome.cpu, "of CPU time"
        if context.scorer.is_server:
            seconds, clock = outcome.seconds, "until the server answers"
        if outcome.hangs or seconds > limit:
            taken = outcome.problem if outcome.hangs else f"it takes {seconds:.1f} s {clock}"
            raise ScorerFinding(
                f"scoring {len(text)} characters ({what}), {shown(text)}: {taken}; allowed are "
                f"{limit:.1f} s",
                [(text, context.tasks[number])],
            )


@scorer_check("scorer.memory")
def bounded_memory(context: ScorerContext) -> None:
    context.require_own_process("its memory is not visible from here")
    limit = context.declared.max_memory_mb
    number = context.chosen[0]
    reference = context.learnt.references.get(number)
    form = reference.form if reference else "{answer}"
    for what, content in _MILLION.items():
        text = fill(form, content)
        outcome = context.score([(text, number)])[0]
        grown = outcome.memory / 1024
        if grown > limit or "MemoryError" in outcome.problem:
            taken = outcome.problem or f"it takes {grown:.0f} MB"
            raise ScorerFinding(
                f"scoring a million characters ({what}): {taken}; allowed are {limit:.0f} MB",
                [(text, context.tasks[number])],
            )
