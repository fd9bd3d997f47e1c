"""From source text to code, or to the reasons why not."""

from __future__ import annotations

import ast
from types import CodeType

from hallmark_rl.sandbox.policy import fast_path
from hallmark_rl.sandbox.policy.private_names import foreign_names
from hallmark_rl.sandbox.policy.transformer import ProgramTransformer
from hallmark_rl.sandbox.policy.violations import ForbiddenProgram, Violation


def violations(source: str) -> list[Violation]:
    """Everything that the restricted policy forbids in `source`; nothing of it is run."""
    try:
        tree = _parse(source, "<program>")
        return ProgramTransformer().check(tree)
    except SyntaxError as error:
        line, column = error.lineno or 1, error.offset or 1
        return [Violation("syntax", "", line, column, f"invalid syntax: {error.msg}")]
    except RecursionError:
        return [Violation("syntax", "", 1, 1, "the program is nested too deeply")]


def compile_program(source: str, filename: str = "<program>") -> CodeType:
    """Code for a restricted program, to be run in `new_globals()`.

    Raises `ForbiddenProgram` with every violation, or `SyntaxError`.
    """
    if code := fast_path.compiled(source, filename):
        return code
    try:
        tree = _parse(source, filename)
        transformer = ProgramTransformer(foreign_names())
        found = transformer.check(tree)
        if found:
            raise ForbiddenProgram(found)
        return compile(tree, filename, "exec", dont_inherit=True)
    except RecursionError:
        raise _unusable("the program is nested too deeply", filename) from None
    except ValueError as error:  # a guarded attribute in a pattern
        raise _unusable(str(error), filename) from None


def _parse(source: str, filename: str) -> ast.Module:
    try:
        return ast.parse(source, filename)
    except (ValueError, MemoryError) as error:  # null bytes; the parser's own stack
        raise _unusable(str(error) or "the program is nested too deeply", filename) from None


def _unusable(message: str, filename: str) -> SyntaxError:
    return SyntaxError(message, (filename, 1, 1, None))
