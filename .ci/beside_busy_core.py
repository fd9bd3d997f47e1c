"""Run a command beside a busy core: `python .ci/beside_busy_core.py COMMAND...`.

Tests that wait for time limits must not depend on an idle machine. Exits with the command's status.
"""

from __future__ import annotations

import subprocess
import sys


def main(command: list[str]) -> int:
    """Returns the exit status of the command; 2 without a command."""
    if not command:
        print("usage: python .ci/beside_busy_core.py COMMAND [ARGUMENT...]", file=sys.stderr)
        return 2
    spin = [sys.executable, "-c", "while True: pass"]
    with subprocess.Popen(spin) as busy:
        try:
            return subprocess.run(command).returncode
        finally:
            busy.kill()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
