"""Runs foreign code in a process of its own; the expected results stay outside."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from typing import Any

METHODS = {
    "append",
    "extend",
    "insert",
    "remove",
    "pop",
    "clear",
    "index",
    "count",
    "sort",
    "reverse",
    "copy",
    "keys",
    "values",
    "items",
    "get",
    "update",
    "setdefault",
    "add",
    "discard",
    "union",
    "intersection",
    "difference",
    "issubset",
    "issuperset",
    "split",
    "rsplit",
    "splitlines",
    "join",
    "strip",
    "lstrip",
    "rstrip",
    "lower",
    "upper",
    "title",
    "capitalize",
    "swapcase",
    "startswith",
    "endswith",
    "replace",
    "find",
    "rfind",
    "isdigit",
    "isalpha",
    "isalnum",
    "isupper",
    "islower",
    "isspace",
    "zfill",
    "ljust",
    "rjust",
    "center",
    "partition",
}
SECONDS = 2.0
RUNNER = """
import builtins, json, resource, sys
resource.setrlimit(resource.RLIMIT_AS, (1 << 29, 1 << 29))
resource.setrlimit(resource.RLIMIT_CPU, (3, 3))
job = json.loads(sys.stdin.read())
names = ("abs all any bool chr dict divmod enumerate filter float frozenset int isinstance len "
         "list map max min ord pow range repr reversed round set sorted str sum tuple zip "
         "Exception ValueError IndexError KeyError TypeError ZeroDivisionError "
         "StopIteration").split()
safe = {name: getattr(builtins, name) for name in names}
for number, call in enumerate(job["calls"]):
    try:
        space = {"__builtins__": dict(safe)}
        exec(compile(job["code"], "code", "exec"), space)
        text = json.dumps(space["solve"](*call), sort_keys=True)
        if len(text) <= 10000:
            print(json.dumps([number, text]), flush=True)
    except BaseException:
        pass
"""


def allowed(code: str) -> bool:
    """Whether the code keeps to the rules."""
    try:
        nodes = list(ast.walk(ast.parse(code)))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    for node in nodes:
        if isinstance(
            node,
            (ast.Import, ast.ImportFrom, ast.ClassDef, ast.Match, ast.Await, ast.AsyncFunctionDef),
        ):
            return False
        if isinstance(node, ast.Attribute) and node.attr not in METHODS:
            return False
        if isinstance(node, ast.Name) and node.id.startswith("_") and node.id != "_":
            return False
    return True


def run(code: str, calls: list[list[Any]]) -> dict[int, str]:
    """The results, as JSON texts, of the calls that came to an end."""
    if not allowed(code):
        return {}
    job = json.dumps({"code": code, "calls": calls})
    command = [sys.executable, "-I", "-S", "-c", RUNNER]
    try:
        out = subprocess.run(
            command, input=job.encode(), capture_output=True, timeout=SECONDS, cwd="/", env={}
        ).stdout
    except subprocess.TimeoutExpired as late:
        out = late.stdout or b""
    results = {}
    for line in out.decode(errors="replace").splitlines():
        try:
            number, text = json.loads(line)
            results[number] = text
        except ValueError:
            continue
    return results


def same(value: Any, text: str) -> bool:
    """Whether a result is the expected value."""
    return json.dumps(value, sort_keys=True) == text
