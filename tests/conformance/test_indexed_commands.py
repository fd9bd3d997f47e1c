"""Commands are read from conditions about the words of a list."""

from __future__ import annotations

import ast

from hypothesis import given
from hypothesis import strategies as st

from hallmark_rl.conformance.actions.indexed_commands import indexed_commands

GUARD = """
def read(line, hosts):
    words = line.split()
    if len(words) != 4 or words[0] not in ("allow", "deny") or words[2] != "to":
        return None
    _, port, _, host = words
    if host != "any" and host not in hosts:
        return None
    return port == "all" or port.isdigit()
"""
CHAIN = """
def obey(words):
    if words[0] == "put" and words[2] == "in" and words[3] == "chest":
        return 1
    if words[0] == "look" and len(words) == 1:
        return 2
    if words[0] == "go":
        return 3
    if words[0] == "buy" and len(words) == 3:
        return 4
    if words[0] == "a" or words[1] == "b" or len(words) == 20 or count(words) == 2:
        return 5
"""


def test_a_guard_gives_the_form_and_an_example() -> None:
    assert indexed_commands(ast.parse(GUARD)) == [
        "allow <port> to <host>",
        "deny <port> to <host>",
        "allow all to any",
        "deny all to any",
    ]


def test_each_branch_gives_its_own_form() -> None:
    assert indexed_commands(ast.parse(CHAIN)) == ["put <word> in chest", "buy <word> <word>"]


def test_texts_of_several_words_and_numbers_are_no_words() -> None:
    code = "def f(w):\n    if w[0] == 'a b' and w[1] == 'c':\n        return w[0] == 1\n"
    assert indexed_commands(ast.parse(code)) == []


@given(
    st.lists(
        st.sampled_from(
            ["w[0] == 'a'", "w[1] != 'b'", "len(w) > 2", "w[-1] in ('x', 2)", "len(w) == 99"]
        ),
        min_size=1,
        max_size=4,
    ),
    st.sampled_from([" and ", " or "]),
)
def test_any_condition_gives_short_texts_or_none(parts: list[str], word: str) -> None:
    code = f"def f(w):\n    if {word.join(parts)}:\n        return 1\n"
    for text in indexed_commands(ast.parse(code)):
        assert 2 <= len(text.split()) <= 8
