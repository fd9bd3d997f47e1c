"""One run as its caller sees it: bytes in, bounded bytes out, and how it ended.

Whatever arrives was written by a program that may be hostile. It is counted before it is kept, and
believed only so far as it has the one form that is expected.
"""

from __future__ import annotations

import os
import select
import time
from _socket import MSG_DONTWAIT, SHUT_WR
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from hallmark_rl.sandbox.api.levels import Policy
from hallmark_rl.sandbox.api.limits import Job, Limits
from hallmark_rl.sandbox.api.outcome import Outcome
from hallmark_rl.sandbox.child import fork_per_call
from hallmark_rl.sandbox.host.launch import ZygoteError
from hallmark_rl.sandbox.host.pipes import Channels
from hallmark_rl.sandbox.host.reply_parser import Replies
from hallmark_rl.sandbox.host.status import conclude
from hallmark_rl.sandbox.host.zygote_client import Zygote
from hallmark_rl.sandbox.protocol import framing
from hallmark_rl.sandbox.protocol.codec import dumps, pack

_GRACE_S = 3.0
_QUIET_MS = 5
_LITTLE = 16 << 10
_CHUNK = 1 << 16


class Exchange:
    """The traffic of one run with one zygote: make it, `drive` it, take its `outcome`.

    `respond` makes the run a checker, and is given each of its calls; `relay` makes it a candidate,
    and is given each of its answers with the token
    of the call that it answers. Such runs are sent messages (`ask`) until `no_more`. Calls that are
    made when they are read are so within `apart`.
    """

    def __init__(
        self,
        zygote: Zygote,
        job: Job,
        policy: Policy,
        limits: Limits,
        *,
        respond: Callable[[Any], None] | None = None,
        relay: Callable[[Any, Any], None] | None = None,
        apart: Callable[[], AbstractContextManager[None]] = nullcontext,
    ) -> None:
        self._zygote, self._policy, self._limits = zygote, policy, limits
        self._report: framing.Report | None = None
        self._overflowed: list[str] = []
        self._killed = False
        self._input_ends = False
        self._alone = respond is None and relay is None
        fresh = job.fresh_calls and zygote.forks
        ready = isinstance(job.calls, list | tuple)
        calls = _packed(job) if ready else []
        flags = (framing.STDIN if job.stdin else 0) | (framing.FORKS if fresh else 0)
        order = framing.Order(limits.wall_s, limits.cpu_s, limits.memory_bytes, flags)
        self._channels = Channels(
            job.stdin, zygote.lines(), turns=fork_per_call.TURNS if fresh else 0
        )
        try:
            zygote.order(order, self._channels.theirs)
        except BaseException:
            self._channels.close()
            raise
        finally:
            self._channels.give_away()
        # What follows is done while the zygote forks.
        try:
            if not ready:
                with apart():
                    calls = _packed(job)
        except BaseException:
            self._channels.close()
            raise
        head = {
            "source": job.source, "policy": str(policy), "entry": job.entry, "fresh": fresh,
            "mutation": job.report_mutation, "seed": zygote.seed, "proxy": respond is not None,
            "calls": None if relay else calls,
        }  # fmt: skip
        self.replies = Replies(len(calls), limits.result_bytes, respond=respond, relay=relay)
        self._outbox = bytearray(framing.frame(dumps(head)))
        self._output = {"stdout": bytearray(), "stderr": bytearray()}
        self.deadline = time.monotonic() + limits.wall_s + _GRACE_S
        self._send()

    @property
    def done(self) -> bool:
        return self._report is not None

    def ask(self, call: bytes) -> None:
        """Send one more message."""
        self._outbox += framing.frame(call)
        self._send()

    def no_more(self) -> None:
        """Tell the run that no more input comes."""
        self._input_ends = True
        self._send()

    def stop(self) -> None:
        """End the run now."""
        if not self._killed and self._report is None:
            self._killed = True
            self._zygote.kill_run()

    def ends_within(self, timeout_ms: int) -> bool:
        """Wait for the end, and only for that; tells whether it came."""
        if self._outbox:
            return False
        poller = select.poll()
        poller.register(self._zygote.control, select.POLLIN)
        if poller.poll(timeout_ms):
            self._take_report()
        return self.done

    def says_little(self) -> bool:
        """Take what the run has said by now: True if something, and far from a full pipe."""
        before = sum(map(len, self._output.values()))
        size = self._receive()
        for name in self._output:
            self._read_output(name)
        size += sum(map(len, self._output.values())) - before
        return 0 < size < _LITTLE

    def watch(self, poller: select.poll, routes: dict[int, Callable[[], None]]) -> None:
        """Register what this run waits for."""
        if self._report is not None:
            return
        control = self._zygote.control.fileno()
        poller.register(control, select.POLLIN)
        routes[control] = self._take_report
        if not self.replies.closed:
            data = self._channels.data.fileno()
            events = select.POLLIN | (select.POLLOUT if self._outbox else 0)
            poller.register(data, events)
            routes[data] = self._transfer
        for name in ("stdout", "stderr"):
            if (descriptor := self._channels.output[name]) >= 0:
                poller.register(descriptor, select.POLLIN)
                routes[descriptor] = lambda name=name: self._read_output(name)  # type: ignore[misc]

    def _take_report(self) -> None:
        self._report = self._zygote.report()
        if self._report is None:
            return
        self._receive()
        if not self.replies.closed:
            self.replies.feed(b"")  # nobody is left to say more
        if self._channels.lines.filled():
            self._read_output("stdout")
            self._read_output("stderr")
        self._zygote.keep(self._channels.release(), unused=self._left_nothing(self._report))

    def _left_nothing(self, report: framing.Report) -> bool:
        """Whether the run has read all that it was sent, said all, and written no output.

        It has read its job before the program began; what else it is sent, it may not have read.
        """
        replies = self.replies
        whole = replies.status is not None and not (replies.fault or replies.oversize)
        return whole and self._alone and not report.wait_status and not any(self._output.values())

    def _transfer(self) -> None:
        self._send()
        self._receive()

    def _send(self) -> None:
        data = self._channels.data
        try:
            while self._outbox:
                del self._outbox[: data.send(self._outbox, MSG_DONTWAIT)]
            if self._input_ends:
                data.shutdown(SHUT_WR)
        except BlockingIOError:
            return
        except OSError:
            self._outbox.clear()  # the child is gone; its zygote will say how

    def _receive(self) -> int:
        """Take what has arrived; returns how many bytes that was."""
        size = 0
        while not self.replies.closed:
            try:
                got = self._channels.data.recv(_CHUNK, MSG_DONTWAIT)
                size += len(got)
                self.replies.feed(got)
                if len(got) < _CHUNK:
                    break
            except BlockingIOError:
                break
            except OSError:
                self.replies.feed(b"")
        if self.replies.fault or self.replies.oversize:
            self.stop()
        return size

    def _read_output(self, name: str) -> None:
        descriptor = self._channels.output[name]
        kept, cap = self._output[name], self._limits.output_bytes
        while descriptor >= 0:
            try:
                got = os.read(descriptor, _CHUNK)
            except BlockingIOError:
                return
            kept += got
            if len(kept) > cap:
                del kept[cap:]
                self._overflowed.append(name)
                self._channels.close_output(name)
                self.stop()
                return

    def outcome(self) -> Outcome:
        """What the run came to, once it is done."""
        if self._report is None:
            raise RuntimeError("The run has not ended: drive it first.")
        status, error = conclude(self._report, self.replies, self._overflowed, self._limits)
        return Outcome(
            status=status,
            results=tuple(self.replies.answers),
            stdout=self._output["stdout"].decode("utf-8", "replace"),
            stderr=self._output["stderr"].decode("utf-8", "replace"),
            stdout_truncated="stdout" in self._overflowed,
            stderr_truncated="stderr" in self._overflowed,
            error=error,
            violations=self.replies.violations if status == "forbidden" else (),
            wall_s=self._report.wall_s,
            cpu_s=self._report.cpu_s,
            max_rss_bytes=self._report.max_rss_bytes,
            isolation=self._zygote.isolation,
            policy=self._policy,
        )

    def close(self) -> None:
        """Give up what the run holds here, however far it came."""
        if self._report is None:
            self._channels.close()


def _packed(job: Job) -> list[Any]:
    return [pack([list(call.args), dict(call.kwargs)]) for call in job.each_call()]


def drive(
    exchanges: Iterable[Exchange],
    *,
    ended: Callable[[Exchange], None] | None = None,
    lasts: Callable[[], None] | None = None,
) -> None:
    """Move bytes until every run has ended; raises `ZygoteError` when a zygote fails at it.

    The first milliseconds watch only for the end: most runs are over by then, and to be woken for
    each of their lines would slow them down. A run that goes on saying little is left alone so
    for as long as it does.
    """
    running = list(exchanges)
    lone = running[0] if len(running) == 1 else None
    while lone and time.monotonic() < lone.deadline:
        if lone.ends_within(_QUIET_MS):
            if ended:
                ended(lone)
            return
        if lasts:
            lasts()
            lasts = None
        if not lone.says_little():
            break
    while running:
        poller, routes = select.poll(), dict[int, Callable[[], None]]()
        for exchange in running:
            exchange.watch(poller, routes)
        left_ms = (min(exchange.deadline for exchange in running) - time.monotonic()) * 1000
        if left_ms <= 0:
            raise ZygoteError("The zygote does not end a run that is over its limit.")
        for descriptor, _ in poller.poll(left_ms):
            routes[descriptor]()
        for exchange in [exchange for exchange in running if exchange.done]:
            running.remove(exchange)
            if ended:
                ended(exchange)
