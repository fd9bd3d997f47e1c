"""Learn from a scorer how it expects an answer: `#### 5`, `\\boxed{5}`, `Answer: 5`, JSON, ..."""

from __future__ import annotations

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


def written(reference: Reference, form: str) -> Reference:
    """The answer in a form; a worked solution with its own form keeps that as well.

    Only a reference that is the answer itself is put into other forms.
    """
    if reference.form != "{answer}":
        return reference if form == "{answer}" else reference.with_form(fill(form, reference.form))
    return reference.with_form(form)
