"""What a run used.

Pays for: answering in time, in little memory, without noise on the output.
Cannot see: how the program would do on larger inputs; and times vary from run to run, so leave a
wide margin and never pay by the millisecond. Limits that must hold belong to the sandbox.
"""

from __future__ import annotations

from sandbox.outcome import Outcome
from sdk.verifiers.verdict import Verdict, require_run, yes_or


def in_time(outcome: Outcome, cpu_s: float | None = None) -> Verdict:
    """The run did not time out (and used at most `cpu_s` of CPU time)."""
    require_run(outcome)
    if outcome.status == "timeout":
        return Verdict(0.0, "the run timed out")
    over = cpu_s is not None and outcome.cpu_s > cpu_s
    return yes_or(f"{outcome.cpu_s:.3f} s of CPU time, over {cpu_s} s" if over else "")


def within_memory(outcome: Outcome, bytes_: int | None = None) -> Verdict:
    """The run did not run out of memory (and peaked at no more than `bytes_`)."""
    require_run(outcome)
    if outcome.status == "memory":
        return Verdict(0.0, "the run ran out of memory")
    over = bytes_ is not None and outcome.max_rss_bytes > bytes_
    return yes_or(f"{outcome.max_rss_bytes} bytes, over {bytes_}" if over else "")


def quiet(outcome: Outcome, characters: int = 0) -> Verdict:
    """The run printed no more than `characters`."""
    require_run(outcome)
    printed = len(outcome.stdout) + len(outcome.stderr)
    noisy = outcome.status == "output" or outcome.stdout_truncated or outcome.stderr_truncated
    return yes_or(f"{printed} characters printed" if noisy or printed > characters else "")
