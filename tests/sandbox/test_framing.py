"""Frames, orders and reports survive a round trip."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hallmark_rl.sandbox.protocol import framing


@given(st.lists(st.binary(max_size=50)), st.data())
def test_frames_can_arrive_in_parts(payloads: list[bytes], data: st.DataObject) -> None:
    stream = b"".join(map(framing.frame, payloads))
    cut = data.draw(st.integers(0, len(stream)))
    buffer = bytearray(stream[:cut])
    first = framing.pop_frames(buffer)
    buffer += stream[cut:]
    assert first + framing.pop_frames(buffer) == payloads
    assert not buffer


def test_orders_and_reports_survive_a_round_trip() -> None:
    order = framing.Order(1.5, 2.5, 1 << 28, framing.STDIN)
    assert framing.Order.from_bytes(order.to_bytes()) == order
    report = framing.Report(9, framing.WALL, 0.1, 0.2, 1 << 20)
    assert framing.Report.from_bytes(report.to_bytes()) == report
