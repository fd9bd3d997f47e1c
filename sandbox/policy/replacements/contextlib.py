"""`contextlib.redirect_stdout` and `redirect_stderr`: nobody sees the stream they replace."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


def _redirector(which: str) -> Any:
    @contextmanager
    def redirect(new_target: Any) -> Iterator[Any]:
        kept = getattr(sys, which)
        setattr(sys, which, new_target)
        try:
            yield new_target
        finally:
            setattr(sys, which, kept)

    return redirect


NAMES = {f"redirect_{which}": _redirector(which) for which in ("stdout", "stderr")}
