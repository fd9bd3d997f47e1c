"""Check the CPU time, memory and printed output of a run.

Rewards: finishing within bounds. Times vary from run to run: leave a wide margin.
Cannot detect: how the program behaves on larger inputs. Limits that must be enforced belong into
the sandbox's `Limits`.
"""

from __future__ import annotations

from hallmark_rl.sandbox import Outcome
from hallmark_rl.sdk.verifiers.verdict import Verdict, run_problem, verdict_unless


def in_time(outcome: Outcome, cpu_s: float | None = None) -> Verdict:
    """Pass if the run finished, using at most `cpu_s` seconds of CPU time if that is given."""
    over = cpu_s is not None and outcome.cpu_s > cpu_s
    return _finished_unless(
        f"{outcome.cpu_s:.3f} s of CPU time, over {cpu_s} s" if over else "", outcome
    )


def within_memory(outcome: Outcome, bytes_: int | None = None) -> Verdict:
    """Pass if the run finished, with a peak memory of at most `bytes_` if that is given."""
    over = bytes_ is not None and outcome.max_rss_bytes > bytes_
    return _finished_unless(
        f"{outcome.max_rss_bytes} bytes, over {bytes_}" if over else "", outcome
    )


def quiet(outcome: Outcome, characters: int = 0) -> Verdict:
    """Pass if the run finished and printed at most `characters` to stdout and stderr together."""
    printed = len(outcome.stdout) + len(outcome.stderr)
    noisy = outcome.stdout_truncated or outcome.stderr_truncated or printed > characters
    return _finished_unless(f"{printed} characters printed" if noisy else "", outcome)


def _finished_unless(problem: str, outcome: Outcome) -> Verdict:
    """Fail also if the run did not finish: otherwise a program could pass by exiting at once."""
    return verdict_unless(run_problem(outcome, len(outcome.results)) or problem)
