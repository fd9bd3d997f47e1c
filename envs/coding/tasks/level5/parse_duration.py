"""Parse a duration such as "1h30m", "45s" or "2h5s": hours, minutes and seconds in this order,
each at most once and at least one of them, every number with at least one digit. Return the
seconds, or -1 if the text has another form."""

import re

from hallmark_rl.sdk.coding.strategies import Inputs, args, st, words

SPLIT = "test"


def inputs() -> Inputs:
    return st.one_of(
        args(words("12hms", most=6, least=0)),
        args(st.sampled_from(["5m1h", "3s2m", "1s1h", "2m10h", "1h1h"])),
        args(
            st.tuples(
                st.sampled_from(["", "1h", "20h"]),
                st.sampled_from(["", "5m", "90m"]),
                st.sampled_from(["", "7s", "0s", "1h"]),
            ).map("".join)
        ),
    )


def parse_duration(text: str) -> int:
    match = re.fullmatch("(?:(\\d+)h)?(?:(\\d+)m)?(?:(\\d+)s)?", text)
    if not text or match is None:
        return -1
    hours, minutes, seconds = (int(part or 0) for part in match.groups())
    return (hours * 60 + minutes) * 60 + seconds


WRONG = {
    "any order": """
def parse_duration(text):
    total, number = 0, ""
    for c in text:
        if c.isdigit():
            number += c
        elif number:
            total += int(number) * {"h": 3600, "m": 60, "s": 1}[c]
            number = ""
        else:
            return -1
    return -1 if number or not text else total
""",
    "two digits at most": ("'(?:(\\\\d+)h)?", "'(?:(\\\\d)h)?"),
}
