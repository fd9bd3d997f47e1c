"""Ready-made verifiers: functions that return a `Verdict`, a score in [0, 1] with a reason.

Some check the result of a sandbox run (an `Outcome`), some check source text or an answer, and some
run a program in a sandbox that is passed to them. A verifier does not set a reward: put
`verdict.value` into the environment's `facts()` and let a reward column read it. Each module states
what its verifiers reward and what they cannot detect. Importing this package does not import
OpenEnv.
"""

from __future__ import annotations

from hallmark_rl.sdk.verifiers.answer_format import matches, one_block, one_tag
from hallmark_rl.sdk.verifiers.contract import Signature, call_contract, function_contract
from hallmark_rl.sdk.verifiers.coverage import branch_coverage, inverse_missed_branches
from hallmark_rl.sdk.verifiers.expected_results import (
    Accepts,
    Raises,
    all_tests,
    passed_tests,
    share_of_tests,
)
from hallmark_rl.sdk.verifiers.llm_judge import llm_judge
from hallmark_rl.sdk.verifiers.purity import pure, repeats_agree
from hallmark_rl.sdk.verifiers.random_inputs import fresh_inputs
from hallmark_rl.sdk.verifiers.resource_use import in_time, quiet, within_memory
from hallmark_rl.sdk.verifiers.shaping import potential
from hallmark_rl.sdk.verifiers.source_checks import defines, first_failing_line, free_of, parses
from hallmark_rl.sdk.verifiers.verdict import NotJudged, Verdict

__all__ = [
    "Accepts",
    "NotJudged",
    "Raises",
    "Signature",
    "Verdict",
    "all_tests",
    "branch_coverage",
    "call_contract",
    "defines",
    "first_failing_line",
    "free_of",
    "fresh_inputs",
    "function_contract",
    "in_time",
    "inverse_missed_branches",
    "llm_judge",
    "matches",
    "one_block",
    "one_tag",
    "parses",
    "passed_tests",
    "potential",
    "pure",
    "quiet",
    "repeats_agree",
    "share_of_tests",
    "within_memory",
]
