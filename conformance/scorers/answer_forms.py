"""Learn from a scorer how it expects an answer: `#### 5`, `\\boxed{5}`, `Answer: 5`, JSON, ..."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from hallmark_rl.conformance.scorers.reference_answers import Reference, fill

FORMS = (
    "{answer}",
    "#### {answer}",
    "\\boxed{{answer}}",
    "$\\boxed{{answer}}$",
    "<answer>{answer}</answer>",
    "<answer>\n{answer}\n</answer>",
    "<think>The steps lead to it.</think>\n<answer>{answer}</answer>",
    "<think>\nThe steps lead to it.\n</think>\n<answer>\n{answer}\n</answer>",
    "<reasoning>\nThe steps lead to it.\n</reasoning>\n<answer>\n{answer}\n</answer>",
    "Answer: {answer}",
    "ANSWER: {answer}",
    "The answer is {answer}.",
    "The answer is ({answer}).",
    "Final answer: {answer}",
    "Final Answer: The final answer is {answer}. I hope it is correct.",
    "**{answer}**",
    "({answer})",
    "[[{answer}]]",
    '{"answer": "{answer}"}',
    '{"answer": {answer}}',
    '{"result": {answer}}',
    "```json\n{answer}\n```",
    '```json\n{"answer": "{answer}"}\n```',
    "```python\n{answer}\n```",
    "```sql\n{answer}\n```",
    "```\n{answer}\n```",
    "Output: {answer}",
    "Result: {answer}",
)
"""Common forms; `{answer}` stands for the answer."""

_MOST_TAGS = 5
_MOST_LAYOUTS = 4
"""How many layouts of tags are tried, if the prompts show different ones."""
_STEPS = "The steps lead to it."
_TAG = re.compile(r"</?\|?[A-Za-z][\w|-]*>")


def forms_for(prompts: Iterable[str]) -> list[str]:
    """The common forms; after the bare answer those in tags that prompts show, as `<guess>`.

    A prompt may show several pairs of tags, as for the steps and for the answer.
    """
    texts = list(prompts)
    tags = dict.fromkeys(tag for text in texts for tag in re.findall(r"<([A-Za-z]\w*)>", text))
    shown = [
        form
        for tag in list(tags)[:_MOST_TAGS]
        for form in (f"<{tag}>{{answer}}</{tag}>", f"<{tag}>\n{{answer}}\n</{tag}>")
    ]
    layouts = dict.fromkeys(tuple(dict.fromkeys(_TAG.findall(text))) for text in texts)
    pairs = [tags for tags in layouts if len(tags) in (4, 6)][:_MOST_LAYOUTS]
    laid_out = [form for tags in pairs for form in _in_pairs(tags)]
    return list(dict.fromkeys([FORMS[0], *shown, *laid_out, *FORMS]))


def _in_pairs(tags: Sequence[str]) -> Iterator[str]:
    """Forms with every tag in its order: steps between two of them, the answer between two others.

    The answer is first tried between the last two, as in `<think>...</think><answer>5</answer>`.
    """
    pairs = list(zip(tags[::2], tags[1::2], strict=True))
    for place in reversed(range(len(pairs))):
        bodies = ["{answer}" if number == place else _STEPS for number in range(len(pairs))]
        parts = list(zip(pairs, bodies, strict=True))
        yield "".join(f"{before}{body}{after}" for (before, after), body in parts)
        yield "".join(f"{before}\n{body}\n{after}\n" for (before, after), body in parts)


def written(reference: Reference, form: str) -> Reference:
    """The answer in a form; a worked solution with its own form keeps that as well.

    Only a reference that is the answer itself is put into other forms.
    """
    if reference.form != "{answer}":
        return reference if form == "{answer}" else reference.with_form(fill(form, reference.form))
    return reference.with_form(form)
