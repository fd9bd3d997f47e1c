"""Run named steps in a child process, and learn how each ended, whatever it does to the process."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping

from hallmark_rl.sandbox.isolation import fds
from hallmark_rl.sandbox.isolation.signals import signal_name
from hallmark_rl.sandbox.protocol import codec, framing

Step = Callable[[], str]
"""Returns a text, which is what the caller learns of it."""

CHANNEL = 3
"""The descriptor on which a child reports."""


class StepChildren:
    """Forks children of this process that run steps. Close it at the end.

    Create it before system call filters are loaded, because these do not allow its pipe.
    """

    def __init__(self, proven: frozenset[str] = frozenset()) -> None:
        self.worked: set[str] = set()
        self._proven = proven
        self._reader, self._writer = map(fds.move_high, os.pipe())
        os.set_blocking(self._reader, False)

    def close(self) -> None:
        """Close the pipe."""
        os.close(self._reader)
        os.close(self._writer)

    def run(
        self, steps: Mapping[str, Step], prepare: Callable[[], None] = lambda: None
    ) -> tuple[dict[str, str], str]:
        """Call `prepare` and then the steps, in order, in one child.

        Returns the texts of the steps that returned, by name, and how the child ended if it did
        not come to the end of the last step: then the first step without a text is the one that
        ended it, or `prepare` if there is none. The second value is empty otherwise.
        """
        pid = os.fork()
        if not pid:
            try:
                os.close(self._reader)
                os.dup2(self._writer, CHANNEL, inheritable=False)
                os.close(self._writer)
                prepare()
                for name, step in steps.items():
                    framing.write_all(CHANNEL, framing.frame(codec.dumps([name, step()])))
            except Exception as error:
                ended = f"raised {type(error).__name__}: {error}"
                framing.write_all(CHANNEL, framing.frame(codec.dumps([None, ended])))
            finally:
                os._exit(0)
        _, status = os.waitpid(pid, 0)
        results: dict[str, str] = {}
        ended = (
            f"was killed by {signal_name(os.WTERMSIG(status))}"
            if os.WIFSIGNALED(status)
            else "ended"
        )
        while (message := self._read()) is not None:
            name, text = codec.loads(message)
            if name is None:
                ended = text
            else:
                results[name] = text
        return results, "" if len(results) == len(steps) else ended

    def failures(self, steps: Mapping[str, Callable[[], object]]) -> dict[str, str]:
        """Which steps do not work one after the other, with the reasons.

        A step fails if it raises `OSError` or `ValueError`, or ends its process. The steps after it
        are tried without it. Nothing is tried if all are `proven`.
        """
        failed: dict[str, str] = {}
        if steps.keys() <= self._proven:
            return failed
        while rest := {name: step for name, step in steps.items() if name not in failed}:
            results, ended = self.run({name: _error_text(step) for name, step in rest.items()})
            failed |= {name: text for name, text in results.items() if text}
            if not ended:
                self.worked |= steps.keys() - failed
                return failed
            culprit = next((name for name in rest if name not in results), "")
            failed[culprit] = f"a child that tried it {ended}"
        return failed

    def _read(self) -> bytes | None:
        try:
            return framing.read_frame(self._reader)
        except BlockingIOError:
            return None


def _error_text(step: Callable[[], object]) -> Step:
    def checked() -> str:
        try:
            step()
        except (OSError, ValueError) as error:
            return str(error) or type(error).__name__
        return ""

    return checked
