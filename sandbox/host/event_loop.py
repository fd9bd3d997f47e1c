"""The event loop of the caller: moves the bytes of one or two runs until they have ended."""

from __future__ import annotations

import contextlib
import select
import time
from collections.abc import Callable, Iterable

from hallmark_rl.sandbox.host.cancellation import current_cancellation
from hallmark_rl.sandbox.host.launch import ZygoteError
from hallmark_rl.sandbox.host.run_connection import RunConnection

_SHORT_RUN_MS = 5


def run_event_loop(
    connections: Iterable[RunConnection],
    *,
    on_end: Callable[[RunConnection], None] | None = None,
    on_long_run: Callable[[], None] | None = None,
) -> None:
    """Send and receive until every run has ended; raises `ZygoteError` if a zygote fails.

    `on_end` is called with each run that has ended, `on_long_run` when a single run takes longer
    than `_SHORT_RUN_MS`.

    While a run is the only one, this at first waits only for its end: most runs end soon, and
    waking up for each line of output would slow them down. Every `_SHORT_RUN_MS`, it reads the
    output that has arrived. If that is nothing, or so much that a pipe may fill up, it waits for
    output as well from then on.

    A `Cancellation` of this thread kills the runs.
    """
    running = list(connections)
    cancellation = current_cancellation.get()
    if cancellation is None:
        _move_bytes(running, on_end, on_long_run)
        return
    with contextlib.ExitStack() as cancellable:
        for connection in running:
            cancellable.enter_context(cancellation.during(connection.kill))
        _move_bytes(running, on_end, on_long_run)


def _move_bytes(
    running: list[RunConnection],
    on_end: Callable[[RunConnection], None] | None,
    on_long_run: Callable[[], None] | None,
) -> None:
    single = running[0] if len(running) == 1 else None
    while single and time.monotonic() < single.deadline:
        if single.ends_within(_SHORT_RUN_MS):
            if on_end:
                on_end(single)
            return
        if on_long_run:
            on_long_run()
            on_long_run = None
        if not single.drain_small_output():
            break
    while running:
        poller, handlers = select.poll(), dict[int, Callable[[], None]]()
        for connection in running:
            connection.register(poller, handlers)
        left_ms = (min(connection.deadline for connection in running) - time.monotonic()) * 1000
        if left_ms <= 0:
            raise ZygoteError("The zygote did not end a run that is over its time limit.")
        for descriptor, _ in poller.poll(left_ms):
            handlers[descriptor]()
        for connection in [connection for connection in running if connection.done]:
            running.remove(connection)
            if on_end:
                on_end(connection)
