"""What a run used.

Pays for: answering in time, in little memory, without noise on the output.
Cannot see: how the program would do on larger inputs; and times vary from run to run, so leave a
wide margin and never pay by the millisecond. Limits that must hold belong to the sandbox.
"""

from __future__ import annotations

from hallmark_rl.sandbox.api.outcome import Outcome
from hallmark_rl.sdk.verifiers.verdict import Verdict, ended_well, yes_or


def in_time(outcome: Outcome, cpu_s: float | None = None) -> Verdict:
    """The run came to its end (and used at most `cpu_s` of CPU time)."""
    over = cpu_s is not None and outcome.cpu_s > cpu_s
    return _unless(f"{outcome.cpu_s:.3f} s of CPU time, over {cpu_s} s" if over else "", outcome)


def within_memory(outcome: Outcome, bytes_: int | None = None) -> Verdict:
    """The run came to its end (and peaked at no more than `bytes_` of memory)."""
    over = bytes_ is not None and outcome.max_rss_bytes > bytes_
    return _unless(f"{outcome.max_rss_bytes} bytes, over {bytes_}" if over else "", outcome)


def quiet(outcome: Outcome, characters: int = 0) -> Verdict:
    """The run came to its end and printed no more than `characters`."""
    printed = len(outcome.stdout) + len(outcome.stderr)
    noisy = outcome.stdout_truncated or outcome.stderr_truncated or printed > characters
    return _unless(f"{printed} characters printed" if noisy else "", outcome)


def _unless(objection: str, outcome: Outcome) -> Verdict:
    """A run that ended early is no proof of thrift: leaving at once would be the best of all."""
    return yes_or(ended_well(outcome, len(outcome.results)) or objection)
