"""`python -m tests.sdk.print_subject FOLDER`: print the first observation of an environment."""

from __future__ import annotations

import sys

from hallmark_rl.sdk.subject.load import load_subject

if __name__ == "__main__":
    print(load_subject(sys.argv[1]).factory().reset().text)
