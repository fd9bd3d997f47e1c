"""Check the CPU time, memory and printed output of a run.

Rewards: finishing within bounds. Times vary from run to run: leave a wide margin.
Cannot detect: how the program behaves on larger inputs. Limits that must be enforced belong in
the sandbox's `Limits`.
"""

from __future__ import annotations

from hallmark_rl.sandbox import Outcome
from hallmark_rl.sdk.verifiers.verdict import Verdict, run_problem, verdict_unless


def in_time(outcome: Outcome, max_cpu_s: float | None = None) -> Verdict:
    """Check that a run finished, and its CPU time.

    Args:
        outcome: the result of a sandbox run.
        max_cpu_s: the largest permitted CPU time, in seconds; None for any.

    Returns:
        A verdict of 1 or 0.

    Raises:
        NotJudged: the sandbox could not run the program.
    """
    over = max_cpu_s is not None and outcome.cpu_s > max_cpu_s
    return _finished_unless(
        f"{outcome.cpu_s:.3f} s of CPU time, over {max_cpu_s} s" if over else "", outcome
    )


def within_memory(outcome: Outcome, max_bytes: int | None = None) -> Verdict:
    """Check that a run finished, and its peak memory.

    Args:
        outcome: the result of a sandbox run.
        max_bytes: the largest permitted peak of resident memory, in bytes; None for any.

    Returns:
        A verdict of 1 or 0.

    Raises:
        NotJudged: the sandbox could not run the program.
    """
    over = max_bytes is not None and outcome.max_rss_bytes > max_bytes
    return _finished_unless(
        f"{outcome.max_rss_bytes} bytes, over {max_bytes}" if over else "", outcome
    )


def quiet(outcome: Outcome, max_characters: int = 0) -> Verdict:
    """Check that a run finished, and how much it printed.

    Args:
        outcome: the result of a sandbox run.
        max_characters: the largest permitted number of characters on stdout and stderr together.

    Returns:
        A verdict of 1 or 0; output that the sandbox cut off fails.

    Raises:
        NotJudged: the sandbox could not run the program.
    """
    printed = len(outcome.stdout) + len(outcome.stderr)
    noisy = outcome.stdout_truncated or outcome.stderr_truncated or printed > max_characters
    return _finished_unless(f"{printed} characters printed" if noisy else "", outcome)


def _finished_unless(problem: str, outcome: Outcome) -> Verdict:
    """Fail too if the run did not finish: otherwise a program could pass by exiting at once."""
    return verdict_unless(run_problem(outcome, len(outcome.results)) or problem)
