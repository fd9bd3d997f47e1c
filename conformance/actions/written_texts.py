"""What an environment says about its task: its README, docstrings and field descriptions."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from hallmark_rl.conformance.actions.python_trees import docstrings
from hallmark_rl.conformance.actions.source_trees import source_trees
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.sdk.subject.description import Subject

_LARGEST_README = 100_000
_SEVERAL = re.compile(
    r"\b(any|every|each (of|such))\b.{0,60}\b(is|are|will be|counts?|gets?|earns?)\b"
    r".{0,20}\b(right|correct|accepted|valid|paid|fine|full|solution|counts?)\b"
    r"|\b(several|many|more than one|other) (right|correct|valid|shortest|best|optimal) \w+"
    r"|\bany (valid|right|correct|shortest|optimal|best|such|legal)\b"
    r"|\bwhichever (it|they|one|of)\b"
    r"|\bthere (may|can|might) be (several|many|other|more than one)\b",
    re.I,
)


def written_sentences(subject: Subject, schema: Mapping[str, Any], shown: list[str]) -> list[str]:
    """Sentences about the task, without line breaks; each once.

    Args:
        subject: the environment; where it is a folder, its README.md and the docstrings of its
            Python files (proof.py aside) are read.
        schema: the JSON Schema of the actions, for the descriptions of their fields.
        shown: texts that the agent is shown.
    """
    texts = [*shown, *described_texts(schema), *readme_texts(subject)]
    texts += [text for _, tree in source_trees(subject) for text in docstrings(tree)]
    return list(dict.fromkeys(part for text in texts for part in sentences(text)))


def several_answers(found: list[str]) -> str:
    """The first sentence that says that not only one answer is right; empty if none does."""
    return next((sentence for sentence in found if _SEVERAL.search(sentence)), "")


def sentences(text: str) -> Iterator[str]:
    """The sentences, items and headings of a text, each on one line."""
    for paragraph in re.split(r"\n\s*\n|\n\s*(?=[-*#|>]|\d+\.)", text):
        for part in re.split(r"(?<=[.;!?])(?<!^\d\.)\s+", " ".join(paragraph.split())):
            if part:
                yield part


def described_texts(schema: Mapping[str, Any]) -> list[str]:
    """The descriptions of a JSON Schema and of its fields."""
    found = (text for path, text in subtrees(schema) if path.endswith("description"))
    return [text for text in found if isinstance(text, str)]


def readme_texts(subject: Subject) -> list[str]:
    """The README of a folder without its front matter, in a list; empty if there is none."""
    if subject.root is None:
        return []
    path = subject.root / "README.md"
    try:
        text = path.read_text(encoding="utf-8") if path.is_file() else ""
    except (OSError, ValueError):
        return []
    return [re.sub(r"\A---\n.*?\n---\n", "", text[:_LARGEST_README], flags=re.S)]
