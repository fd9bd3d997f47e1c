"""Let the forks of the suite end by themselves, so that coverage.py can save what ran in them.

The suite kills a fork as soon as its result is there. In `tox -e coverage` every process runs this
file first: the process that kills a fork then waits until the fork has ended, for 3 s at most.

    python .ci/forks_end.py     # has every process of this Python's environment run it
"""

import os
import sys
import time

_kill_group = os.killpg
_LONGEST = 3.0


def kill_group_at_its_end(group: int, number: int) -> None:
    """`os.killpg`; where the suite reaps a fork, after the fork has ended."""
    ends = time.monotonic() + _LONGEST
    while sys._getframe(1).f_code.co_name == "reap_fork" and time.monotonic() < ends:
        try:
            if os.waitid(os.P_PID, group, os.WEXITED | os.WNOHANG | os.WNOWAIT):
                break
        except ChildProcessError:
            break
        time.sleep(0.002)
    _kill_group(group, number)


def install() -> None:
    """Write the line that has each process of this Python's environment run this file."""
    import sysconfig

    path = os.path.join(sysconfig.get_path("purelib"), "zz_forks_end.pth")
    folder = os.path.dirname(os.path.abspath(__file__))
    line = f"import os, sys; sys.path.append({folder!r}); "
    # A trial of tests does not see this folder.
    line += f"os.path.exists({folder!r}) and __import__('forks_end'); sys.path.pop()\n"
    with open(path, "w", encoding="utf-8") as file:
        file.write(line)


if __name__ == "__main__":
    install()
else:
    os.killpg = kill_group_at_its_end
