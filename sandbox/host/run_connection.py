"""The connection of the caller to one run: sends its input, reads its output, gives its outcome.

Whatever arrives may come from a hostile program. It is counted before it is kept, and parsed by
code that accepts only the expected form.
"""

from __future__ import annotations

import os
import select
import time
from _socket import MSG_DONTWAIT, SHUT_WR
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple

from hallmark_rl.sandbox.api.jobs import Job
from hallmark_rl.sandbox.api.language_policy import Policy
from hallmark_rl.sandbox.api.outcome import Outcome
from hallmark_rl.sandbox.api.run_limits import Limits
from hallmark_rl.sandbox.host.pipes import RunDescriptors
from hallmark_rl.sandbox.host.reply_parser import ReplyParser
from hallmark_rl.sandbox.host.status import classify_outcome
from hallmark_rl.sandbox.host.zygote_client import ZygoteClient
from hallmark_rl.sandbox.protocol import framing
from hallmark_rl.sandbox.protocol.codec import pack

_GRACE_S = 3.0
_SMALL_OUTPUT = 16 << 10
_CHUNK = 1 << 16


class RunUsage(NamedTuple):
    """Bytes that a run sent: its results as they were encoded, and its output."""

    results: int
    stdout: int
    stderr: int


class RunConnection:
    """One run: `open` starts it, `run_event_loop` moves its bytes, `outcome` is its result.

    As a context manager, it closes itself.
    """

    def __init__(
        self,
        zygote: ZygoteClient,
        descriptors: RunDescriptors,
        replies: ReplyParser,
        policy: Policy,
        limits: Limits,
        *,
        reusable: bool,
    ) -> None:
        self._zygote, self._descriptors, self._replies = zygote, descriptors, replies
        self._policy, self._limits, self._reusable = policy, limits, reusable
        self._report: framing.Report | None = None
        self._overflowed: list[str] = []
        self._killed = False
        self._input_closed = False
        self._outbox = bytearray()
        self._output = {"stdout": bytearray(), "stderr": bytearray()}
        self.deadline = time.monotonic() + limits.wall_s + _GRACE_S

    @classmethod
    def open(
        cls,
        zygote: ZygoteClient,
        job: Job,
        policy: Policy,
        limits: Limits,
        *,
        on_call: Callable[[Any], None] | None = None,
        on_answer: Callable[[Any, Any], None] | None = None,
        unpinned: Callable[[], AbstractContextManager[None]] = nullcontext,
        has_folder: bool = False,
    ) -> RunConnection:
        """Order the run from the zygote and send the job.

        With `on_call` the run is a checker, with `on_answer` a candidate (see `ReplyParser`); both
        get further messages by `send`. Calls that the caller's code makes when they are read are
        read inside of `unpinned()`. `has_folder` says that a folder was made for the run. Raises
        `ZygoteError` if the zygote has ended, `NotPlainData` for arguments that are not plain data,
        and what reading the calls raises.
        """
        forks = job.fresh_calls and zygote.runs_may_fork
        encode_first = isinstance(job.calls, list | tuple)
        calls = _encoded_calls(job) if encode_first else []
        flags = (framing.STDIN if job.stdin else 0) | (framing.FORKS if forks else 0)
        if has_folder:
            flags |= framing.FOLDER
        files = pack(dict(job.files)) if policy is Policy.RESTRICTED else {}
        order = framing.Order(limits.wall_s, limits.cpu_s, limits.memory_bytes, flags, job.scratch)
        turn_events = framing.TURN_EVENTS if forks else 0
        descriptors = RunDescriptors(job.stdin, zygote.take_pipes(), turn_events=turn_events)
        try:
            try:
                zygote.start_run(order, descriptors.child_ends)
            finally:
                descriptors.close_child_ends()
            # What follows happens while the zygote forks.
            if not encode_first:
                with unpinned():
                    calls = _encoded_calls(job)
            message = framing.dump_job({
                "source": job.source, "policy": str(policy), "entry": job.entry, "fresh": forks,
                "mutation": job.report_mutation, "seed": zygote.seed, "cpu_s": limits.cpu_s,
                "proxy": on_call is not None, "calls": None if on_answer else calls, "files": files,
            })  # fmt: skip
        except BaseException:
            descriptors.close()
            raise
        replies = ReplyParser(len(calls), limits.result_bytes, on_call=on_call, on_answer=on_answer)
        reusable = on_call is None and on_answer is None
        connection = cls(zygote, descriptors, replies, policy, limits, reusable=reusable)
        connection.send(message)
        return connection

    def __enter__(self) -> RunConnection:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def done(self) -> bool:
        """Whether the run has ended."""
        return self._report is not None

    def send(self, message: bytes) -> None:
        """Send a message to the run, or as much of it as the socket takes now."""
        self._outbox += framing.frame(message)
        self._send()

    def close_input(self) -> None:
        """Tell the run that no further message follows."""
        self._input_closed = True
        self._send()

    def kill(self) -> None:
        """Kill the run, if it has not ended."""
        if not self._killed and self._report is None:
            self._killed = True
            self._zygote.kill_run()

    def ends_within(self, timeout_ms: int) -> bool:
        """Wait only for the end of the run; returns whether it came."""
        if self._outbox:
            return False
        poller = select.poll()
        poller.register(self._zygote.control, select.POLLIN)
        if poller.poll(timeout_ms):
            self._read_report()
        return self.done

    def drain_small_output(self) -> bool:
        """Read what has arrived; returns whether that is something, and far from a full pipe."""
        before = sum(map(len, self._output.values()))
        size = self._receive()
        for name in self._output:
            self._read_output(name)
        size += sum(map(len, self._output.values())) - before
        return 0 < size < _SMALL_OUTPUT

    def register(self, poller: select.poll, handlers: dict[int, Callable[[], None]]) -> None:
        """Register what this run waits for, and the handler of each descriptor."""
        if self._report is not None:
            return
        control = self._zygote.control.fileno()
        poller.register(control, select.POLLIN)
        handlers[control] = self._read_report
        if not self._replies.closed:
            data = self._descriptors.data.fileno()
            events = select.POLLIN | (select.POLLOUT if self._outbox else 0)
            poller.register(data, events)
            handlers[data] = self._transfer
        for name in ("stdout", "stderr"):
            if (descriptor := self._descriptors.output[name]) >= 0:
                poller.register(descriptor, select.POLLIN)
                handlers[descriptor] = lambda name=name: self._read_output(name)  # type: ignore[misc]

    def _read_report(self) -> None:
        self._report = self._zygote.read_report()
        if self._report is None:
            return
        self._receive()
        if not self._replies.closed:
            self._replies.feed(b"")  # no process of the run is left to write more
        if self._descriptors.pipes.has_output():
            self._read_output("stdout")
            self._read_output("stderr")
        unused = self._left_no_data(self._report)
        self._zygote.reuse_or_close(self._descriptors.detach_pipes(), unused=unused)

    def _left_no_data(self, report: framing.Report) -> bool:
        """Whether nothing was written to the pipes and nothing is left in the socket.

        A run reads its whole job before it starts the program, but may leave later messages unread.
        """
        replies = self._replies
        complete = replies.status is not None and not (replies.fault or replies.oversize)
        silent = not any(self._output.values())
        return complete and self._reusable and not report.wait_status and silent

    def _transfer(self) -> None:
        self._send()
        self._receive()

    def _send(self) -> None:
        data = self._descriptors.data
        try:
            while self._outbox:
                del self._outbox[: data.send(self._outbox, MSG_DONTWAIT)]
            if self._input_closed:
                data.shutdown(SHUT_WR)
        except BlockingIOError:
            return
        except OSError:
            self._outbox.clear()  # the child has ended; the zygote will report how

    def _receive(self) -> int:
        """Read and parse the replies that have arrived; returns their size in bytes."""
        size = 0
        while not self._replies.closed:
            try:
                chunk = self._descriptors.data.recv(_CHUNK, MSG_DONTWAIT)
                size += len(chunk)
                self._replies.feed(chunk)
                if len(chunk) < _CHUNK:
                    break
            except BlockingIOError:
                break
            except OSError:
                self._replies.feed(b"")
        if self._replies.fault or self._replies.oversize:
            self.kill()
        return size

    def _read_output(self, name: str) -> None:
        descriptor = self._descriptors.output[name]
        kept, limit = self._output[name], self._limits.output_bytes
        while descriptor >= 0:
            try:
                chunk = os.read(descriptor, _CHUNK)
            except BlockingIOError:
                return
            kept += chunk
            if len(kept) > limit:
                del kept[limit:]
                self._overflowed.append(name)
                self._descriptors.close_output(name)
                self.kill()
                return

    def outcome(self) -> Outcome:
        """The outcome; raises `RuntimeError` if the run has not ended."""
        if self._report is None:
            raise RuntimeError("The run has not ended: call `run_event_loop` first.")
        replies = self._replies
        status, error = classify_outcome(self._report, replies, self._overflowed, self._limits)
        return Outcome(
            status=status,
            results=tuple(replies.results),
            stdout=self._output["stdout"].decode("utf-8", "replace"),
            stderr=self._output["stderr"].decode("utf-8", "replace"),
            stdout_truncated="stdout" in self._overflowed,
            stderr_truncated="stderr" in self._overflowed,
            error=error,
            violations=replies.violations if status == "forbidden" else (),
            wall_s=self._report.wall_s,
            cpu_s=self._report.cpu_s,
            max_rss_bytes=self._report.max_rss_bytes,
            isolation=self._zygote.isolation,
            policy=self._policy,
        )

    def usage(self) -> RunUsage:
        """How many bytes the run sent, of those that `Limits` bounds."""
        stdout, stderr = self._output["stdout"], self._output["stderr"]
        return RunUsage(self._replies.bytes_read, len(stdout), len(stderr))

    def close(self) -> None:
        """Close the pipes, if the run has not ended."""
        if self._report is None:
            self._descriptors.close()


def _encoded_calls(job: Job) -> list[Any]:
    return [pack([list(call.args), dict(call.kwargs)]) for call in job.each_call()]
