"""Text form: any text is parsed, soon and without being executed."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as st

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.processes.forking import ForkFailure, run_in_fork
from hallmark_rl.conformance.properties.text_form.text_module import (
    demonstrated_levels,
    parse_text,
    shown,
    text_function,
)

_SECONDS = 4.0
"""Time for all long texts together, and for one alone."""
_LONG = 20_000
_ODD = (
    "",
    " ",
    "\n",
    "\x00",
    "\x00\x01\x1b[31m\x7f",
    "\ud800",
    "a\udfff b",
    "\u202e\u200b\ufeff",
    "é",
    "e\u0301",
    "\U0001f600" * 3,
    "İıſß",
    "٣",
    "null",
    "NaN",
    "-1",
    "1e999",
    "9" * 5000,
    "{}",
    "[]",
    '{"a": ',
    "[" * 2000,
    "(" * 500,
    "{" * 500 + "}" * 500,
    "<",
    ">",
    "</>",
    "``",
    "```",
    "```python",
    "```python\n",
    "RUN",
    "RUN\n",
)
_FRAGMENTS = (*"a \n\t<>([{\"'`\\0", "```\n", ".,;")
_NUMBERS = ("-1", "0", "1000", "999999999999", "1.5", "1e400", "NaN", "9" * 400, "٣", "²", "")
"""What stands for the numbers of a likely text."""
_MARKER = "MARKER"
_PAYLOADS = (  # MARKER is replaced by the path of a file that must not appear
    'open("MARKER", "w")',
    '__import__("pathlib").Path("MARKER").touch()',
    '[__import__("os").system("touch MARKER")]',
    'import pathlib\npathlib.Path("MARKER").touch()',
    "exec(\"import pathlib; pathlib.Path('MARKER').touch()\")",
    '!!python/object/apply:os.system ["touch MARKER"]',
    '!!python/object/apply:pathlib.Path.touch [!!python/object/apply:pathlib.Path ["MARKER"]]',
    "$(touch MARKER)",
    "`touch MARKER`",
    "; touch MARKER ;",
    '{{ cycler.__init__.__globals__.os.popen("touch MARKER").read() }}',
)
_PRODUCT = ("1234567*7654321", "9449772114007")


@check("text.parse")
def parses_anything(context: CheckContext) -> None:
    text_function(context, "parse")
    for text in [*_ODD, *_likely_texts(context)]:
        _require_parsed(context, text)
    _require_soon(context)
    _require_drawn_parsed(context)


def _likely_texts(context: CheckContext) -> list[str]:
    """Texts like those that the format expects, whole and damaged; the first are whole."""
    whole = [
        answer
        for episodes in _demonstrations(context)
        for turns in episodes[:3]
        for _, answer in turns[:2]
    ]
    for solution in context.survey.solutions[:3]:
        for action in solution.actions[:2]:
            whole += [json.dumps(action, default=repr)]
            whole += [value for value in action.values() if isinstance(value, str)]
    tags = re.findall(r"<(\w+)>", str(getattr(context.subject.text, "SYSTEM", "")))
    wrapped = [f"<{tag}>{text}</{tag}>" for tag in set(tags) for text in whole[:3]]
    wrapped += [f"```\n{text}\n```" for text in whole[:3]]
    whole = list(dict.fromkeys([*whole, *wrapped]))
    damaged = [
        part
        for text in whole[:12]
        for part in (text[:-1], text[1:], text * 2, text.upper(), f"\n {text}\t", text[::-1])
    ]
    damaged += [
        re.sub(r"-?\d+(?:\.\d+)?", number, text)
        for text in [text for text in whole if re.search(r"\d", text)][:6]
        for number in _NUMBERS
    ]
    return [*whole, *damaged]


def _demonstrations(context: CheckContext) -> list[list[list[tuple[str, str]]]]:
    try:
        return list(demonstrated_levels(context).values())
    except (NotApplicable, PropertyViolated):  # text.demonstrations reports it
        return []


def _require_parsed(context: CheckContext, text: str) -> None:
    """Raise if a text is not parsed to one valid action or refused."""
    first, second = parse_text(context, text), parse_text(context, text)
    if first.problem:
        raise PropertyViolated(f"parse({shown(text)}) {first.problem}")
    if first.action != second.action:
        raise PropertyViolated(f"parse({shown(text)}) returns two different actions")


def _require_soon(context: CheckContext) -> None:
    """Raise if a long text is not parsed soon. The texts are parsed in forks, which can be killed.

    First all together; if that does not end, each alone, and twice before it counts as too slow.
    """
    texts = list(_long_texts(context))
    problems = run_in_fork(lambda: [parse_text(context, text).problem for text in texts], _SECONDS)
    if not isinstance(problems, list):
        problems = []
        for text in texts:
            for limit in (_SECONDS, 2 * _SECONDS):
                problem = _parse_alone(context, text, limit)
                if not isinstance(problem, ForkFailure):
                    break
            if isinstance(problem, ForkFailure):
                raise PropertyViolated(f"parse({shown(text)}) does not return: {problem}")
            problems.append(problem)
    for text, problem in zip(texts, problems, strict=True):
        if problem:
            raise PropertyViolated(f"parse({shown(text)}) {problem}")


def _parse_alone(context: CheckContext, text: str, limit: float) -> Any:
    """The problem of a text, or a `ForkFailure` if it is not parsed within `limit` seconds."""
    return run_in_fork(lambda: parse_text(context, text).problem, limit)


def _long_texts(context: CheckContext) -> Iterator[str]:
    """Long texts: repetitions, which slow expressions with nested repetitions down."""
    for fragment in _FRAGMENTS:
        yield fragment * (_LONG // len(fragment))
        yield fragment * (_LONG // len(fragment)) + "!"
    for text in _likely_texts(context)[:4]:
        if text:
            yield text * (_LONG // len(text))
            yield text[:-1] + text[-2:-1] * 5000 + "!"
            opening = text[: max(1, len(text) // 3)]
            yield opening * (_LONG // len(opening))


def _require_drawn_parsed(context: CheckContext) -> None:
    """Raise if a text that Hypothesis draws is not parsed; of several, the shortest."""
    likely = _likely_texts(context) or ["a"]
    characters = st.characters(exclude_categories=())
    texts = st.one_of(
        st.text(characters, max_size=60),
        st.builds(
            lambda text, place, part: text[: place % len(text)] + part + text[place % len(text) :],
            st.sampled_from([text for text in likely if text]),
            st.integers(0, 200),
            st.text(characters, max_size=5),
        ),
        st.lists(st.sampled_from(_FRAGMENTS + tuple(likely[:8])), max_size=8).map("".join),
    )
    failed: list[PropertyViolated] = []

    @seeded(context.seed)
    @settings(
        max_examples=context.profile.examples,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
        print_blob=False,
    )
    @given(texts)
    def parse_drawn(text: str) -> None:
        try:
            _require_parsed(context, text)
        except PropertyViolated as violation:
            failed.append(violation)
            raise

    try:
        parse_drawn()
    except Exception:
        if not failed:
            raise
    if failed:
        raise min(failed, key=lambda violation: len(violation.observed))


@check("text.parse_executes_nothing")
def executes_nothing(context: CheckContext) -> None:
    """Parse texts that would write a file if they were executed, alone and within the format."""
    text_function(context, "parse")
    likely = _likely_texts(context)[:6]
    with tempfile.TemporaryDirectory(prefix="hallmark-") as folder:
        marker = Path(folder) / "written"
        for payload in _PAYLOADS:
            text = payload.replace(_MARKER, str(marker))
            placed = _placed(text, likely)
            _parse_all(context, placed)
            if not marker.exists():
                continue
            for written in placed:
                marker.unlink(missing_ok=True)
                _parse_all(context, [written])
                if marker.exists():
                    raise PropertyViolated(f"parse() executes the text {shown(written)}")
            raise PropertyViolated(f"parse() executes the text {shown(text)}")
    source, value = _PRODUCT
    for written in _placed(source, likely):
        action = parse_text(context, written).action
        if action is not None and value in json.dumps(action, default=repr):
            raise PropertyViolated(f"parse() evaluates the text {shown(written)} to {value}")


def _parse_all(context: CheckContext, texts: list[str]) -> None:
    """Parse texts in a fork, whatever they do to it."""
    run_in_fork(lambda: [parse_text(context, text).problem for text in texts], _SECONDS)


def _placed(text: str, likely: list[str]) -> list[str]:
    """A text alone, in a code block, and in place of the longest word of likely texts."""
    texts = [text, f"```python\n{text}\n```", json.dumps(text)]
    for model in likely:
        words = re.findall(r"\w+", model)
        longest = max(words, key=len, default="")
        if longest:
            texts.append(model.replace(longest, text))
            inner = re.fullmatch(r"(?s)(<\w+>).*(</\w+>)", model)
            if inner:
                texts.append(f"{inner[1]}{text}{inner[2]}")
    return list(dict.fromkeys(texts))
