"""Names of signals, for messages."""

from __future__ import annotations

import signal


def signal_name(number: int) -> str:
    """The name of a signal, such as `SIGKILL`; `signal 34` for one without a name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
