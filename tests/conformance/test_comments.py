"""Parts of formal texts that are left out, or turned into comments."""

from __future__ import annotations

import pytest

from hallmark_rl.conformance.checking.probes.comments import parts_of

EDIT = {"file": "app.toml", "old": "[a]\nport = 1", "new": "[a]\nport = 2"}


def test_lines_that_an_edit_changes_are_its_own() -> None:
    parts = {part.text: part for part in parts_of(EDIT, "new")}
    assert parts["port = 2"].is_own
    assert not parts["[a]"].is_own
    assert parts["port = 2"].commented == {**EDIT, "new": "[a]\n# port = 2"}
    assert parts["port = 2"].without == {**EDIT, "new": "[a]"}


def test_the_clauses_of_a_query_are_put_into_comments() -> None:
    (where, order) = parts_of({"sql": "SELECT a FROM t WHERE a > 1 ORDER BY a"}, "sql")
    assert where.without == {"sql": "SELECT a FROM t ORDER BY a"}
    assert order.commented == {"sql": "SELECT a FROM t WHERE a > 1 /* ORDER BY a */ "}


def test_a_line_of_a_program_keeps_its_indent() -> None:
    parts = list(parts_of({"code": "def f(x):\n    return x\n"}, "code"))
    assert parts[1].commented == {"code": "def f(x):\n    # return x\n"}


def test_the_language_of_a_named_file_decides_what_a_comment_is() -> None:
    (part,) = parts_of({"path": "a/b.ts", "text": "go()"}, "text")
    assert part.commented["text"] == "// go()"


@pytest.mark.parametrize("text", ["x = 5\ny = 3", "The port = 2", "", "word", "# not a line\n"])
def test_prose_and_short_answers_have_no_parts(text: str) -> None:
    assert list(parts_of({"text": text}, "text")) == []
