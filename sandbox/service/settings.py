"""What an operator chooses when the service starts."""

from __future__ import annotations

from dataclasses import dataclass, field

from hallmark_rl.sandbox.api.isolation_levels import LEVELS
from hallmark_rl.sandbox.api.run_limits import MIB, Limits


@dataclass(frozen=True, kw_only=True)
class ServiceSettings:
    """The settings of one server.

    Attributes:
        workers: how many programs run at a time, at least 1.
        require: the lowest isolation level that a run may have, one of `LEVELS`.
        tokens: the bearer tokens that are accepted; empty for a server without authentication.
        packages: third-party packages that programs can import.
        hosts: the host names that a request may be addressed to; "*" for any. A server without
            tokens names its own, so that a web page cannot use it through a name of its own.
        queue: how many jobs may wait for a worker; further ones are refused with status 429.
        max_wait_s: seconds that a job may wait; then it is refused with status 429. Jobs of a
            batch wait as long as the batch takes.
        max_body_bytes: bytes of one request; a larger one is refused with status 413.
        max_batch: jobs of one request to `/v1/batch`.
        default_limits: the limits of jobs that name none.
        max_limits: the largest limits that a job may ask for.
        max_scratch: bytes of files that a job may write.
        kept_answers: how many answers are kept for repeated idempotency keys.

    Raises `ValueError` for a number or level that is not possible.
    """

    workers: int = 1
    require: str = "kernel"
    tokens: tuple[str, ...] = ()
    packages: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ("*",)
    queue: int = 256
    max_wait_s: float = 60.0
    max_body_bytes: int = 16 * MIB
    max_batch: int = 256
    default_limits: Limits = field(default_factory=Limits)
    max_limits: Limits = field(
        default_factory=lambda: Limits(
            wall_s=60.0,
            cpu_s=60.0,
            memory_bytes=2048 * MIB,
            output_bytes=4 * MIB,
            result_bytes=16 * MIB,
        )
    )
    max_scratch: int = 64 * MIB
    kept_answers: int = 1024

    def __post_init__(self) -> None:
        if self.require not in LEVELS:
            raise ValueError(f"require must be one of {', '.join(LEVELS)}, not {self.require!r}.")
        for name, smallest in (
            ("workers", 1),
            ("queue", 0),
            ("max_body_bytes", 1024),
            ("max_batch", 1),
            ("max_scratch", 0),
            ("kept_answers", 0),
        ):
            if getattr(self, name) < smallest:
                raise ValueError(f"{name} must be at least {smallest}, not {getattr(self, name)}.")
        if self.max_wait_s <= 0:
            raise ValueError(f"max_wait_s must be above 0, not {self.max_wait_s}.")
        if any(not token or not token.isascii() for token in self.tokens):
            raise ValueError("A token must be ASCII text and not empty.")
