from __future__ import annotations

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
