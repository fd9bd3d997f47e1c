"""Small programs that several tests of verifiers run."""

from __future__ import annotations

from hallmark_rl.sdk.verifiers import Signature

DOUBLE = "def double(x):\n    return 2 * x\n"
CALLS = [(1,), (2,), (5,)]

IMPURE = {
    "counts its calls": "n = [0]\ndef double(x):\n    n[0] += 1\n    return 2 * x + (n[0] > 4)\n",
    "keeps the first answer": (
        "seen = []\ndef double(x):\n    seen.append(2 * x)\n    return seen[0]\n"
    ),
    "remembers the last input": (
        "last = [0]\ndef double(x):\n    out = 2 * x + last[0] * 0.5\n    last[0] = x\n"
        "    return out\n"
    ),
    "knows a call that comes again": (
        "last = [0]\ndef double(x):\n    again = last[0] == x\n    last[0] = x\n"
        "    return 2 * x + again\n"
    ),
    "expects the usual order": (
        "seen = []\ndef double(x):\n    new = x not in seen and bool(seen) and x < max(seen)\n"
        "    seen.append(x)\n    return 2 * x + new\n"
    ),
    "answers each input once": (
        "seen = set()\ndef double(x):\n    if x in seen:\n        raise ValueError(x)\n"
        "    seen.add(x)\n    return 2 * x\n"
    ),
}

SIGN = """from __future__ import annotations
def sign(x):
    "Sign of a number."
    if x > 0:
        return 1
    elif x < 0:
        return -1
    return 0
"""

SCALE_SIGNATURE = Signature("scale", {"values": list[float], "by": float}, list[float])
SCALE = "def scale(values, by):\n    return [by * v for v in values]\n"
