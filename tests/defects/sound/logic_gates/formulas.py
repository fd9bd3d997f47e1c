"""Formulas: a parser to postfix form, and their value for one row of a table."""

from __future__ import annotations

DEPTH = 40
_BINDS = {"|": 1, "^": 2, "&": 3, "!": 4}


class FormulaError(ValueError):
    """A text is not a formula."""


def parse(text: str, inputs: str) -> list[str]:
    """The formula in postfix form.

    Raises:
        FormulaError: the text is not a formula of these inputs.
    """
    output: list[str] = []
    waiting: list[str] = []
    depth, operand_next = 0, True
    for sign in text:
        if sign in " \t\n":
            continue
        if sign == "!" or sign == "(":
            if not operand_next:
                raise FormulaError(sign)
            depth += sign == "("
            if depth > DEPTH:
                raise FormulaError("too deep")
            waiting.append(sign)
        elif sign in ("0", "1") or sign in inputs:
            if not operand_next:
                raise FormulaError(sign)
            output.append(sign)
            operand_next = False
        elif operand_next:
            raise FormulaError(sign)
        elif sign == ")":
            while waiting and waiting[-1] != "(":
                output.append(waiting.pop())
            if not waiting:
                raise FormulaError(sign)
            waiting.pop()
            depth -= 1
        elif sign in _BINDS:
            while waiting and _BINDS.get(waiting[-1], 0) >= _BINDS[sign]:
                output.append(waiting.pop())
            waiting.append(sign)
            operand_next = True
        else:
            raise FormulaError(sign)
    if operand_next or "(" in waiting:
        raise FormulaError("incomplete")
    return output + waiting[::-1]


def value(postfix: list[str], inputs: str, row: int) -> int:
    """The value of a formula in row `row` of the table."""
    stack: list[int] = []
    for sign in postfix:
        if sign == "!":
            stack.append(1 - stack.pop())
        elif sign in "&^|":
            right, left = stack.pop(), stack.pop()
            stack.append({"&": left & right, "|": left | right, "^": left ^ right}[sign])
        elif sign in "01":
            stack.append(int(sign))
        else:
            stack.append(row >> (len(inputs) - 1 - inputs.index(sign)) & 1)
    return stack.pop()
