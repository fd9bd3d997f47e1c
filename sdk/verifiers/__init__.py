"""Ready-made verifiers: functions from evidence to a `Verdict`, light to import.

They look at what a run came to (a `sandbox.Outcome`) or at source text; those that run a program
take the sandbox as an argument. None decides what is paid: put `verdict.value` among an
environment's facts and let a column read it. Each says what it pays for and what it cannot see.
"""

from __future__ import annotations

from hallmark_rl.sdk.verifiers.answer_format import matches, one_block, one_tag
from hallmark_rl.sdk.verifiers.contract import Signature, function_contract
from hallmark_rl.sdk.verifiers.coverage import branch_coverage, few_unreached
from hallmark_rl.sdk.verifiers.fresh import fresh_inputs
from hallmark_rl.sdk.verifiers.llm_judge import judged
from hallmark_rl.sdk.verifiers.purity import pure
from hallmark_rl.sdk.verifiers.resources import in_time, quiet, within_memory
from hallmark_rl.sdk.verifiers.shaping import potential
from hallmark_rl.sdk.verifiers.source import defines, first_failing_line, free_of, parses
from hallmark_rl.sdk.verifiers.tests import Raises, all_tests, share_of_tests
from hallmark_rl.sdk.verifiers.verdict import NotJudged, Verdict

__all__ = [
    "NotJudged",
    "Raises",
    "Signature",
    "Verdict",
    "all_tests",
    "branch_coverage",
    "defines",
    "few_unreached",
    "first_failing_line",
    "free_of",
    "fresh_inputs",
    "function_contract",
    "in_time",
    "judged",
    "matches",
    "one_block",
    "one_tag",
    "parses",
    "potential",
    "pure",
    "quiet",
    "share_of_tests",
    "within_memory",
]
