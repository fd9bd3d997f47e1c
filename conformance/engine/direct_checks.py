"""Run the check of a property in this process: for scorers, Gymnasium and Harbor."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from hallmark_rl.conformance.core.results import (
    CUT_SHORT,
    EvidenceMissing,
    NotApplicable,
    PropertyViolated,
    Result,
)

OUT_OF_TIME = "the time budget ended before it was checked"
"""Message of a property whose check did not begin."""


def run_check(
    name: str, check: Callable[[], None], script_of: Callable[[PropertyViolated], str]
) -> Result:
    """The result of a check.

    Args:
        name: id of the property.
        check: returns if the property holds, else raises as `core.results` says.
        script_of: a program that shows a violation; empty if there is none.
    """
    began = time.monotonic()
    try:
        check()
        result = Result(name, "pass")
    except PropertyViolated as violation:
        result = Result(name, "fail", violation.observed, script=script_of(violation))
    except (EvidenceMissing, NotApplicable) as reason:
        result = Result(name, reason.status, str(reason))
    except Exception as error:  # a mistake of the suite: never a finding
        text = f"the suite raised {type(error).__name__}: {error}"
        result = Result(name, "error", text)
    return replace(result, seconds=time.monotonic() - began)


def confirmed(result: Result, check_again: Callable[[], Result], how: str) -> Result:
    """A failure that is checked again, as `flaky` if it does not happen again.

    Args:
        result: the first result; returned as it is unless it is a failure. If the time budget ends
            before it is repeated, the property is unproved, with the message of the failure.
        check_again: checks the same property once more.
        how: says how that is done, such as "a second time".
    """
    if result.status != "fail":
        return result
    again = check_again()
    if again.status == "fail":
        return result
    if again.message == CUT_SHORT:
        text = f"{result.message} (the time budget ended before that was repeated)"
        return Result(result.id, "unproved", text, script=result.script, seconds=result.seconds)
    text = f"{result.message} ({how}: {again.status} {again.message})"
    return Result(result.id, "flaky", text, script=result.script, seconds=result.seconds)
