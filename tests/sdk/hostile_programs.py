"""Programs and values that break code which parses or shows them carelessly."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

ENTRY = "f"
_DEPTHS = st.sampled_from([3, 90, 400, 600, 3000])
_EXPRESSIONS = st.one_of(
    _DEPTHS.map(lambda depth: "0" + "+0" * depth),
    _DEPTHS.map(lambda depth: "-" * depth + "1"),
    _DEPTHS.map(lambda depth: "(" * min(depth, 190) + "x" + ")" * min(depth, 190)),
    _DEPTHS.map(lambda depth: "[" * min(depth, 190) + "]" * min(depth, 190)),
    _DEPTHS.map(lambda depth: "x" + ".real" * depth),
    _DEPTHS.map(lambda depth: " if x else ".join(["1"] * depth)),
    st.sampled_from(
        [
            "10**5000", "10**5", "-10**4300", "'\\ud800'", "'\\x1b[2J\\0'", "float('nan')", "x",
            "{float('nan'): 1, float('nan'): 2}", "[[]] * 1000", "{1: {2: {3: (4,)}}}", "1j",
            "b'x'",
            "'x' * 100000", "__import__", "object()", "lambda: x", "print(x)", "1 / 0", "f(x)",
        ]
    ),
)  # fmt: skip
_ANNOTATIONS = st.one_of(
    st.just(""),
    _DEPTHS.map(lambda depth: "list[" * min(depth, 190) + "int" + "]" * min(depth, 190)),
    _DEPTHS.map(lambda depth: "int" + " | int" * depth),
    _DEPTHS.map(lambda depth: repr("list[" * min(depth, 90) + "int" + "]" * min(depth, 90))),
    st.sampled_from(["'\\ud800'", "'list['", "int", "Optional[int]", "(yield)"]),
)
_RAISED = st.sampled_from(
    [
        "ValueError('\\ud800')", "KeyError(10**5000)", "RecursionError()", "SystemExit(3)",
        "type('\\ud800', (Exception,), {})()", "MemoryError()", "KeyboardInterrupt()",
    ]
)  # fmt: skip


def _elifs(depth: int) -> str:
    lines = [
        f"    {'if' if n == 0 else 'elif'} x == {n}:\n        return {n}" for n in range(depth)
    ]
    return f"def {ENTRY}(x):\n" + "\n".join(lines) + "\n    return x\n"


def _nested(depth: int) -> str:
    depth = min(depth, 90)
    lines = ["    " * (n + 1) + "if x:" for n in range(depth)]
    return f"def {ENTRY}(x):\n" + "\n".join([*lines, "    " * (depth + 1) + "return x\n"])


@st.composite
def _functions(draw: Any) -> str:
    annotation = draw(_ANNOTATIONS)
    result = draw(st.one_of(st.just(""), _ANNOTATIONS))
    head = f"def {ENTRY}(x{': ' + annotation if annotation else ''})"
    body = draw(
        st.one_of(
            _EXPRESSIONS.map(lambda text: f"return {text}"),
            _RAISED.map(lambda text: f"raise {text}"),
        )
    )
    return f"{head}{' -> ' + result if result else ''}:\n    {body}\n"


programs = st.one_of(
    _functions(),
    st.sampled_from([3, 400, 900]).map(_elifs),
    _DEPTHS.map(_nested),
    _EXPRESSIONS,
    st.text(max_size=40),
    st.sampled_from(
        [
            "", "\0", "\ufeffdef f(x): return x", "# -*- coding: latin-1 -*-\ndef f(x): return x",
            "def f(x): return x\n\x0c", "class f:\n    def __init__(self, x): raise x",
            "f = property()", "from __future__ import braces", "\ud800",
            "def f(x): return '\ud800'",
            "ValueError = 1\ndef f(x): return x", "import sys; sys.exit(3)", "def f(): return 1",
            "def f(x, *, y): return 1", "async def f(x): return x", "def f(x): yield x",
        ]
    ),
)  # fmt: skip
"""Sources of programs; most of them define `ENTRY`."""

_ATOMS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.just(5000).map(lambda digits: 10**digits),  # Hypothesis shows what `just` holds
    st.floats(),
    st.complex_numbers(),
    st.text(st.characters(), max_size=5),
    st.just("\ud800\x1b"),
    st.binary(max_size=3),
)
values = st.recursive(
    _ATOMS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.tuples(inner),
        st.dictionaries(st.one_of(st.just(float("nan")), st.text(max_size=2)), inner, max_size=3),
    ),
    max_leaves=6,
)
"""Plain data, as a sandbox returns it."""
