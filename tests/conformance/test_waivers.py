"""Waivers of failures."""

from __future__ import annotations

import datetime
from pathlib import Path

import pytest

from hallmark_rl.conformance.reporting.waivers import WaiverError, Waivers


def test_useless_and_malformed_waivers_are_reported(tmp_path: Path) -> None:
    path = tmp_path / "waivers.toml"
    path.write_text(
        '["reset.seed_zero"]\nreason = "known"\nexpires = 2099-01-01\n'
        '["reset.not_done"]\nreason = "old"\nexpires = 2020-01-01\n'
        '["no.such"]\nreason = "?"\nexpires = 2099-01-01\n'
    )
    waivers = Waivers.read(path)
    waivers.today = datetime.date(2026, 1, 1)
    assert waivers.covers("reset.seed_zero")
    assert not waivers.covers("reset.not_done")
    complaints = waivers.complaints(["reset.seed_zero"])
    assert len(complaints) == 2
    assert waivers.complaints([])[0].endswith("it expired on 2020-01-01")
    path.write_text('["reset.seed_zero"]\nexpires = 2099-01-01\n')
    for wrong in (
        '[[waiver]]\nreason = "x"\n',
        "a = 1\n",
        '["a.b"]\nexpires = 2026-01-01T10:00:00\n',
    ):
        path.write_text(wrong)
        with pytest.raises(WaiverError, match="needs a reason and `expires = YYYY-MM-DD`"):
            Waivers.read(path)
    path.write_text('["reset.seed_zero"]\nexpires = 2026-01-01\n')
    with pytest.raises(WaiverError, match="needs a reason"):
        Waivers.read(path)
