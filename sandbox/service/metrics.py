"""Counters and histograms of a server, for Prometheus."""

from __future__ import annotations

from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, generate_latest

from hallmark_rl.sandbox.api.outcome import Isolation
from hallmark_rl.sandbox.service.job_queue import JobQueue

_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)


class Metrics:
    """The metrics of one server."""

    def __init__(self, queue: JobQueue[Any]) -> None:
        self._registry = CollectorRegistry()
        self._runs = Counter(
            "hallmark_runs", "Runs by status of their outcome", ["status"], registry=self._registry
        )
        self.requests = Counter(
            "hallmark_requests",
            "Requests by path and HTTP status",
            ["path", "code"],
            registry=self._registry,
        )
        self._run_seconds = Histogram(
            "hallmark_run_seconds",
            "Seconds from the start of a run to its outcome",
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._wait_seconds = Histogram(
            "hallmark_wait_seconds",
            "Seconds that a job waited for a worker",
            buckets=_SECONDS,
            registry=self._registry,
        )
        self._isolation = Info(
            "hallmark_isolation", "The isolation of this host", registry=self._registry
        )
        for name, text, count in (
            ("hallmark_jobs_waiting", "Jobs that wait", lambda: queue.waiting),
            ("hallmark_jobs_running", "Jobs that run", lambda: queue.running),
        ):
            Gauge(name, text, registry=self._registry).set_function(count)

    def add_run(self, status: str, waited_s: float, seconds: float) -> None:
        """Count a run: the status of its outcome, how long it waited and how long it took."""
        self._runs.labels(status).inc()
        self._wait_seconds.observe(waited_s)
        self._run_seconds.observe(seconds)

    def set_isolation(self, isolation: Isolation) -> None:
        """State the isolation of this host."""
        self._isolation.info({"level": isolation.level})

    def text(self) -> bytes:
        """All metrics in Prometheus's text format."""
        return generate_latest(self._registry)
