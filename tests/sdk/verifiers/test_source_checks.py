from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hallmark_rl.sandbox import RunError
from hallmark_rl.sdk.verifiers import defines, first_failing_line, free_of, parses
from tests.sdk.verifiers.local_sandbox import outcome


@given(st.text(max_size=60))
def test_every_text_gets_a_verdict(source: str) -> None:
    assert parses(source).value in (0.0, 1.0)
    assert free_of(source, names={"eval"}, modules={"os"}).value in (0.0, 1.0)
    assert defines(source, "f").value in (0.0, 1.0)


def test_comments_and_strings_are_ignored() -> None:
    harmless = "# import os\nnote = 'eval(import os)'\n"
    assert free_of(harmless, names={"eval"}, modules={"os"}).passed
    for source, says in [
        ("import os.path", "line 1 imports os.path"),
        ("x = 1\nfrom os import path", "line 2 imports os"),
        ("import xml.os", ""),
        ("y = eval('1')", "line 1 uses eval"),
        ("y = x.eval", "line 1 uses eval"),
        ("from builtins import eval as e", "line 1 uses eval"),
    ]:
        assert free_of(source, names={"eval"}, modules={"os"}).detail == says
    assert parses("x = (").detail.startswith("SyntaxError on line 1")
    assert defines("class f: pass", "f").passed
    assert not defines("if True:\n    def f(): pass", "f").passed


def test_the_first_failing_line() -> None:
    source = "def f(x):\n    return 1 / x\n"
    assert first_failing_line(source, outcome(1)).passed
    failed = outcome(1, RunError("ZeroDivisionError", "division by zero", 2))
    verdict = first_failing_line(source, failed)
    assert verdict.detail == "line 2 (return 1 / x) failed: ZeroDivisionError"
    assert first_failing_line(source, outcome(status="timeout")).value == 0.0
    assert "the run failed" in first_failing_line(source, outcome(RunError("E", "", 99))).detail
