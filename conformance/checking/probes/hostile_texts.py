"""Texts that a parser executes, expands or takes very long to read, and where to put them."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.odd_actions import actions_with_text
from hallmark_rl.conformance.core.episode_data import Action

_BASES = 5


def executed_texts(folder: str) -> Iterator[tuple[str, str]]:
    """Texts that make the folder `folder` if they are executed: (language, text).

    They do nothing else. A folder is made because most languages can do that in one call; SQL makes
    a file of that name.
    """
    call = f"__import__('os').mkdir('{folder}')"
    yield "Python", call
    yield "Python", f"({call} or 1)"
    yield "Python", f"import os\nos.mkdir('{folder}')"
    yield "Python", f"[{call}]"
    yield (
        "Python without builtins",
        (
            "[c for c in ().__class__.__base__.__subclasses__() if c.__name__ == '_wrap_close'][0]"
            f".__init__.__globals__['mkdir']('{folder}')"
        ),
    )
    yield "a template", "{{" + call + "}}"
    yield "a template", "{{cycler.__init__.__globals__.os.mkdir('" + folder + "')}}"
    yield "a template", "${" + call + "}"
    yield "a template", "<% " + call + " %>"
    yield "YAML", f'!!python/object/apply:os.mkdir ["{folder}"]'
    yield "YAML", f'!!python/object/apply:os.mkdir\n- "{folder}"'
    pickled = f"cos\nmkdir\n(V{folder}\ntR.".encode()
    yield "pickle", pickled.decode()
    yield "pickle", base64.b64encode(pickled).decode()
    yield "pickle", pickled.hex()
    yield "a shell", f"mkdir {folder}"
    yield "a shell", f"; mkdir {folder};"
    yield "a shell", f"$(mkdir {folder})"
    yield "a shell", f"' ; mkdir {folder} ; '"
    yield "a shell", f"x\nmkdir {folder}\n"
    attach = f"ATTACH DATABASE '{folder}' AS made"
    for statement in (f"VACUUM INTO '{folder}'", attach, f"COPY (SELECT 1) TO '{folder}'"):
        yield "SQL that may write files", statement
    yield "SQL that may write files", f"SELECT 1; {attach}; CREATE TABLE made.one (x)"
    yield "SQL that may write files", f"'; {attach}; CREATE TABLE made.one (x); --"


WRAPPERS = ("{}", "answer: {}", "<answer>{}</answer>", "```python\n{}\n```", '{{"answer": "{}"}}')
"""Forms in which environments expect an answer; `{}` stands for it."""

SLOW_TEXTS = {
    "a regular expression with nested repetitions": "(.+)+\x00",
    "a number with 300 million digits, as an expression": "9**9**8",
    "a text for regular expressions with nested repetitions": "a" * 32 + "\x00",
    "digits for regular expressions with nested repetitions": "1" * 32 + "x",
    "spaces for regular expressions with nested repetitions": "x" + " " * 20_000 + "x",
    "fifty thousand open brackets": "[" * 50_000,
    "fifty thousand open braces": '{"a":' * 50_000,
    "fifty thousand open parentheses": "(" * 50_000,
    "a number of five thousand digits": "9" * 5000,
    "a number out of the range of floats": "1e999",
    "superscript digits": "²³",
}
"""Texts that some parsers cannot read, or not in reasonable time, by their description."""


def with_text_in_fields(context: CheckContext, text: str) -> Iterator[Action]:
    """Valid actions with a text in each text field, after a usual text of the field, or in a tool.

    Other fields keep the values of up to five valid actions.
    """
    for action in actions_with_text(context, text):
        if context.source.valid(action):
            yield action
    seen: set[str] = set()
    for base in context.pool:
        for name in context.source.text_fields():
            others = repr({key: value for key, value in base.items() if key != name})
            if others in seen or len(seen) >= _BASES:
                continue
            seen.add(others)
            usual = base.get(name)
            texts = [text, f"{usual} {text}"] if isinstance(usual, str) else [text]
            for candidate in texts:
                changed: dict[str, Any] = {**base, name: candidate}
                if context.source.valid(changed):
                    yield changed
