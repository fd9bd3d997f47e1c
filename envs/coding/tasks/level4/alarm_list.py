"""Alarms by minute of the day (0 to 1439).

`set(minute)` adds an alarm and returns False if it is there already, else True; `next(now)`
returns the minutes from `now` to the next alarm, 0 if one is right now, going round
midnight, and -1 without alarms; `skip(now)` removes that next alarm and returns its minute,
-1 without alarms."""

from hallmark_rl.sdk.coding.strategies import Inputs, operations, st

SPLIT = "test"


def inputs() -> Inputs:
    return operations(
        set=(st.sampled_from([0, 5, 600, 1000, 1439]),),
        next=(st.sampled_from([0, 4, 5, 6, 601, 1200, 1439]),),
        skip=(st.sampled_from([0, 5, 6, 700, 1439]),),
    )


class AlarmList:
    def __init__(self) -> None:
        self.minutes: list[int] = []

    def set(self, minute: int) -> bool:
        if minute in self.minutes:
            return False
        self.minutes.append(minute)
        return True

    def next(self, now: int) -> int:
        return min(((minute - now) % 1440 for minute in self.minutes), default=-1)

    def skip(self, now: int) -> int:
        if not self.minutes:
            return -1
        minute = (now + self.next(now)) % 1440
        self.minutes.remove(minute)
        return minute


WRONG = {
    "not round midnight": """
class AlarmList:
    def __init__(self):
        self.minutes = []
    def set(self, minute):
        if minute in self.minutes:
            return False
        self.minutes.append(minute)
        return True
    def next(self, now):
        return min((m - now for m in self.minutes if m >= now), default=-1)
    def skip(self, now):
        m = min((m for m in self.minutes if m >= now), default=-1)
        if m >= 0:
            self.minutes.remove(m)
        return m
""",
    "now is not next": ("(minute - now) % 1440", "(minute - now - 1) % 1440 + 1"),
}
