"""`contextlib.redirect_stdout` and `redirect_stderr` that do not expose the stream they replace.

Allowed: redirecting to any object. Refused: access to the old stream, a real file, which the
library's versions keep in an attribute.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


def _redirector(which: str) -> Any:
    """A context manager that replaces `sys.stdout` or `sys.stderr`, by that name."""

    @contextmanager
    def redirect(new_target: Any) -> Iterator[Any]:
        previous = getattr(sys, which)
        setattr(sys, which, new_target)
        try:
            yield new_target
        finally:
            setattr(sys, which, previous)

    return redirect


NAMES = {f"redirect_{which}": _redirector(which) for which in ("stdout", "stderr")}
