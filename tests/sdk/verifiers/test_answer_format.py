from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st

from hallmark_rl.sdk.verifiers import matches, one_block, one_tag


def test_pattern_tag_and_block() -> None:
    assert matches("abc", "[a-c]+").passed
    assert not matches("abc!", "[a-c]+").passed
    assert one_tag("so <guess> abc </guess>.", "guess")[1] == "abc"
    for poor in (
        "abc",
        "<guess></guess>",
        "<guess> \n</guess>",
        "<guess>a",
        "a</guess>",
        "</guess>a<guess>",
        "<guess>a</guess><guess>b</guess>",
        "<guess>a<guess>b</guess>",
        "<guess><guess>a</guess></guess>",
        "<guess>a</guess></guess>",
        "<guess>a</guess> or <guess>",
    ):
        verdict, inside = one_tag(poor, "guess")
        assert (verdict.value, inside) == (0.0, "")
    assert one_block("text\n```python\nx = 1\n```\n")[1] == "x = 1\n"
    assert one_block("```\nx = 1\n```")[0].passed
    for poor in ("x = 1", "```js\nx\n```", "```\n\n```", "```\na\n```\n```\nb\n```"):
        assert not one_block(poor)[0].passed


_DEFINITION = re.compile(r"^```(\w*)[ \t]*\n(.*?)^```[ \t]*$", re.DOTALL | re.MULTILINE)
_LINES = st.sampled_from(
    ["```", "```py", "```python ", "``` \t", "x", "", " ```", "```a b", "````"]
)


@given(st.lists(_LINES, max_size=9).map("\n".join))
def test_a_block_is_what_stands_between_two_fences(text: str) -> None:
    found = [body for name, body in _DEFINITION.findall(text) if name in ("", "python")]
    single = found[0] if len(found) == 1 and found[0].strip() else ""
    assert one_block(text)[1] == single


def test_a_text_of_open_fences_is_read_in_linear_time() -> None:
    """A search for the end of each fence would take more than a minute."""
    verdict, _ = one_block("```a\n" * 60_000)
    assert not verdict.passed
