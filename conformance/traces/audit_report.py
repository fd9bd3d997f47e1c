"""An audit as text for a terminal and as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hallmark_rl.conformance.core.short_text import shorten
from hallmark_rl.conformance.traces.audit_summary import AuditSummary
from hallmark_rl.conformance.traces.pay_trend import RATE

Escape = Callable[[str], str]
_SHOWN = 5
_BAD_LINES_SHOWN = 20
_TITLES = {
    "not_finite": "the pay is no finite number",
    "rescored": "scored again, they earn something else",
    "unverified": "paid, but not verified",
    "wrong_answer": "the marked answer is not the right one",
    "any_task": "paid on other tasks, too",
    "copies": "copies on many tasks",
    "empty": "empty answers",
    "format_only": "the form of an answer without content",
    "prompt_echo": "copies of the prompt",
    "keyword_stuffing": "heaps of words",
    "hedging": "several answers at once",
    "repetition": "repetitions",
    "pattern_injection": "patterns and templates",
    "judge_injection": "instructions to a judge",
}


def as_text(summary: AuditSummary) -> str:
    """The report for a terminal."""
    return "\n".join(line.replace("**", "").replace("`", "") for line in _lines(summary, "  "))


def as_markdown(summary: AuditSummary) -> str:
    """The report as Markdown."""
    sign = "❌" if summary.is_found else "✅" if summary.is_complete else "❔"
    lines = [f"### {sign} {_escaped(summary.headline)}", ""]
    return "\n".join([*lines, *list(_lines(summary, "- "))[1:]]) + "\n"


def _lines(summary: AuditSummary, bullet: str) -> Iterator[str]:
    yield summary.headline
    escape = _escaped if bullet == "- " else _plain
    single = len(summary.files) == 1

    def place(file: str, line: int) -> str:
        return f"line {line}" if single else f"{escape(file)}, line {line}"

    for name, count in summary.kinds.most_common():
        yield f"\n**{name}**: {count} episodes: {_TITLES.get(name, name)}\n"
        with_name = [
            (file, item, text)
            for file, item in summary.disputed
            for own, text in item.disputes
            if own == name
        ]
        for file, item, text in with_name[:_SHOWN]:
            step = f" (step {item.step})" if item.step is not None else ""
            pay = f"{item.pay:.6g}" if item.pay is not None else "nothing"
            shown = escape(shorten(item.shown, 100))
            yield f"{bullet}{place(file, item.line)}{step} earns {pay}: {escape(text)}: `{shown}`"
        if count > _SHOWN:
            yield f"{bullet}and {count - _SHOWN} more"
    yield from _copies(summary, bullet, escape)
    yield from _trend(summary)
    for name, doubts in summary.doubts.items():
        yield f"\nWorth a look: **{name}**: {len(doubts)} episodes, such as\n"
        for file, line, text in doubts[:_SHOWN]:
            yield f"{bullet}{place(file, line)}: {escape(text)}"
    yield from _unchecked(summary, bullet, escape, place)


def _copies(summary: AuditSummary, bullet: str, escape: Escape) -> Iterator[str]:
    titles = {True: "Copies that cannot all be right", False: "Copies to look at"}
    for disputed, title in titles.items():
        groups = [group for group in summary.copies if group.is_disputed is disputed]
        if groups:
            yield f"\n{title}: {len(groups)} groups\n"
        for group in groups[:_SHOWN]:
            shown = escape(shorten(group.text, 100))
            yield f"{bullet}{len(group.places)} texts on {group.tasks} tasks: `{shown}`"


def _trend(summary: AuditSummary) -> Iterator[str]:
    trend = summary.trend
    test = f"permutation test, error rate {RATE:g}, p = {trend.chance:.2g}"
    if trend.is_reported:
        yield f"\n**Pay moves away from verified success**: {trend.text} ({test})"
    elif trend.missing:
        yield f"\nPay over the steps was not tested: {trend.missing}"
    else:
        yield f"\nPay over the steps: {trend.text} ({test}: not reported)"


def _unchecked(
    summary: AuditSummary, bullet: str, escape: Escape, place: Callable[[str, int], str]
) -> Iterator[str]:
    if summary.unchecked:
        yield f"\nNot checked: {summary.unchecked.total()} episodes\n"
        for text, count in summary.unchecked.most_common(_SHOWN):
            yield f"{bullet}{count}: {escape(text)}"
    unknown = summary.paid - summary.checked
    if unknown:
        yield (
            f"\n{unknown} paid episodes were compared with nothing: no scorer scored them again, "
            "and the check by the right answer could not say"
        )
    if summary.problems:
        yield f"\n{len(summary.problems)} lines are no episodes\n"
        for file, line, text in summary.problems[:_BAD_LINES_SHOWN]:
            yield f"{bullet}{place(file, line)} {escape(text)}"
        if len(summary.problems) > _BAD_LINES_SHOWN:
            yield f"{bullet}and {len(summary.problems) - _BAD_LINES_SHOWN} more: audit.json has all"


def _plain(text: str) -> str:
    """A text on one line, without characters that control a terminal."""
    return "".join(c if c.isprintable() else " " for c in " ".join(text.split()))


def _escaped(text: str) -> str:
    plain = _plain(text).replace("|", "\\|").replace("<", "&lt;")
    return plain.replace("`", "'").replace("@", "@ ")
