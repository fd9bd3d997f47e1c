"""Sentences about a task, from its README, docstrings, fields and messages."""

from __future__ import annotations

from pathlib import Path

from hallmark_rl.conformance.actions.written_texts import sentences, written_sentences
from hallmark_rl.sdk.subject.description import Subject

README = """---
title: Not a sentence. Never.
---

# Word Hunt

Find four words. Each of them
counts once!

- At most nine turns
- No digits
"""
SOURCE = '"""The hunt. It has words."""\n\n\nclass Hunt:\n    """A hunt."""\n'


def test_sentences_have_no_line_breaks_and_items_are_sentences() -> None:
    assert list(sentences("One is\nhere. Two; three!\n\n- four\n- five\n1. six")) == [
        "One is here.", "Two;", "three!", "- four", "- five", "1. six",
    ]  # fmt: skip
    assert list(sentences(" \n\n ")) == []


def test_all_sources_are_read_once(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(README)
    (tmp_path / "hunt.py").write_text(SOURCE)
    (tmp_path / "proof.py").write_text('"""A secret of the author."""\n')
    schema = {"properties": {"word": {"type": "string", "description": "In lower case. A hunt."}}}
    found = written_sentences(Subject("x", "x", root=tmp_path), schema, ["Find four words."])
    assert found == [
        "Find four words.", "In lower case.", "A hunt.", "# Word Hunt",
        "Each of them counts once!", "- At most nine turns", "- No digits", "The hunt.",
        "It has words.",
    ]  # fmt: skip


def test_a_subject_without_a_folder_or_with_an_odd_readme_is_no_error(tmp_path: Path) -> None:
    assert written_sentences(Subject("x", "x"), {}, ["Hi."]) == ["Hi."]
    (tmp_path / "README.md").write_bytes(b"\xff\xfe\x00bad")
    assert written_sentences(Subject("x", "x", root=tmp_path), {}, []) == []
