"""Spare Hypothesis its search for the characters that UTF-8 can encode, most of a second of work.

Hypothesis keeps what it finds in `.hypothesis` below the working directory. The processes of a run
work in new folders, so each of them would search again.
"""

from __future__ import annotations

import contextlib
import gzip
import json
import tempfile
from pathlib import Path

_INTERVALS = [[0, 0xD7FF], [0xE000, 0x10FFFF]]
"""All code points but the surrogates; each is decoded as what was encoded (RFC 3629)."""


def know_utf8_characters() -> None:
    """Have Hypothesis read the characters from a file of the kind that it writes itself.

    Raises nothing. A version of Hypothesis that names this file differently searches, as it would
    have.
    """
    with (
        contextlib.suppress(Exception),
        tempfile.TemporaryDirectory(prefix="hallmark-unicode-") as folder,
    ):
        from hypothesis import configuration
        from hypothesis.internal import charmap

        configuration.set_hypothesis_home_dir(folder)
        try:
            file = Path(charmap.charmap_file("codec-v2-utf-8"))
            file.parent.mkdir(parents=True)
            with gzip.open(file, "wt", encoding="ascii") as stream:
                json.dump([_INTERVALS, []], stream)
            charmap.intervals_from_codec("utf-8")
        finally:
            configuration.set_hypothesis_home_dir(None)
