"""Find the right answer, question and options of a task in its fields."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.scorers.answer_values import Kind, kind_of
from hallmark_rl.conformance.scorers.scorer_declarations import ScorerDeclarations
from hallmark_rl.conformance.scorers.scorer_tasks import Task
from hallmark_rl.sdk.adapters.scored_answers import field_at

_REFERENCE = (
    "answer", "reference", "reference_answer", "solution", "target", "gold", "expected",
    "expected_answer", "expected_output", "expected_result", "ground_truth", "label", "correct",
    "query", "answers",
)  # fmt: skip
_PROMPT = (
    "responses_create_params.input", "prompt", "question", "problem", "input", "instruction",
    "query", "task",
)  # fmt: skip
_CHOICES = ("choices", "options")
_COMPLETION = ("completion", "response")
_WRONG = ("wrong", "wrong_answers", "distractors")
_NESTED = ("", "verifier_metadata.")
"""Where a task holds the usual fields; NeMo Gym also has them among the verifier's metadata."""
_INSIDE = (
    re.compile(r"####[ \t]*([^\n]+?)\s*$"),
    re.compile(r"\\boxed\{([^{}]+)\}"),
    re.compile(r"<answer>\s*(.+?)\s*</answer>", re.DOTALL),
)
"""Where the short answer stands in a worked solution."""


@dataclass(frozen=True)
class Reference:
    """A right answer.

    Attributes:
        core: the short answer as text.
        form: the text around it, in which `{answer}` stands for it.
        kind: what kind of answer it is.
    """

    core: str
    form: str
    kind: Kind

    def with_form(self, form: str) -> Reference:
        """The same answer in another form."""
        return Reference(self.core, form, self.kind)

    @property
    def text(self) -> str:
        """The whole answer."""
        return fill(self.form, self.core)


def fill(form: str, answer: str) -> str:
    """A form with the answer in its place."""
    return form.replace("{answer}", answer)


def prompt_of(task: Task, declared: ScorerDeclarations) -> str:
    """The question of a task as text; empty if it has none. Chat messages are joined."""
    return _message_text(_field(task, declared.prompt, _PROMPT))


def prompt_field(task: Task, declared: ScorerDeclarations) -> str:
    """The field of a task that holds its question; empty if it has none."""
    return _name(task, declared.prompt, _PROMPT)


def choices_of(task: Task, declared: ScorerDeclarations) -> dict[str, str]:
    """The options of a task by label; empty if it has none. A list gets the labels A, B, ..."""
    value = _field(task, declared.choices, _CHOICES)
    if isinstance(value, list) and all(isinstance(item, dict) and len(item) == 1 for item in value):
        value = {key: text for item in value for key, text in item.items()}
    if isinstance(value, dict):
        return {str(key): str(item) for key, item in value.items()}
    if isinstance(value, list):
        return {chr(65 + number): str(item) for number, item in enumerate(value[:26])}
    return {}


def wrong_of(task: Task, declared: ScorerDeclarations) -> list[str]:
    """The wrong answers that a task lists."""
    value = _field(task, declared.wrong, _WRONG)
    return [as_text(item) for item in value] if isinstance(value, list) else []


def references_of(task: Task, declared: ScorerDeclarations) -> Iterator[Reference]:
    """How the right answer of a task may have to be read and written, most likely first."""
    has_choices = bool(choices_of(task, declared))
    completion = _field(task, declared.completion, _COMPLETION)
    value = _field(task, declared.reference, _REFERENCE)
    cores = [] if value is None else list(_texts(value))
    if isinstance(completion, str):
        for core in cores:
            before, found, after = completion.rpartition(core)
            if found and core:
                form = f"{before}{{answer}}{after}"
                yield Reference(core, form, kind_of(core, has_choices=has_choices))
                return
        yield from _split(completion, has_choices)
        return
    for core in cores:
        yield from _split(core, has_choices)


def reference_value(task: Task, declared: ScorerDeclarations) -> Any:
    """The field of a task that holds its right answer; None if it has none."""
    return _field(task, declared.reference, _REFERENCE)


def reference_field(task: Task, declared: ScorerDeclarations) -> str:
    """The name of that field; empty if there is none."""
    return _name(task, declared.reference, _REFERENCE)


def as_text(value: Any) -> str:
    """A value of a task as an answer would be written."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    return json.dumps(value, ensure_ascii=False)


def _texts(value: Any) -> Iterator[str]:
    """The texts that a value may be meant as; a list may list several right answers."""
    yield as_text(value)
    if isinstance(value, list) and value and not isinstance(value[0], dict | list):
        yield as_text(value[0])
        yield ", ".join(map(as_text, value))


def _split(text: str, has_choices: bool) -> Iterator[Reference]:
    """A text as a worked solution around a short answer, or as the answer itself."""
    for pattern in _INSIDE:
        matches = list(pattern.finditer(text))
        if matches and "{answer}" not in text:
            start, end = matches[-1].span(1)
            core = text[start:end].strip()
            form = f"{text[:start]}{{answer}}{text[end:]}"
            yield Reference(core, form, kind_of(core, has_choices=has_choices))
            yield Reference(core, "{answer}", kind_of(core, has_choices=has_choices))
            return
    yield Reference(text, "{answer}", kind_of(text, has_choices=has_choices))


def _message_text(value: Any) -> str:
    """A text; or the texts of chat messages, or of the parts of one, each on a line."""
    if isinstance(value, list):
        items = [item for item in value if isinstance(item, dict)]
        return "\n".join(_message_text(item.get("content", item.get("text"))) for item in items)
    return value if isinstance(value, str) else ""


def _field(task: Task, declared: str, usual: Sequence[str]) -> Any:
    return field_at(task, _name(task, declared, usual))


def _name(task: Task, declared: str, usual: Sequence[str]) -> str:
    """The first field with a value; empty without any. A name with points leads into objects."""
    names = (f"{place}{name}" for place in _NESTED for name in usual)
    return declared or next((name for name in names if field_at(task, name) is not None), "")
