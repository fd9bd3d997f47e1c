"""Imported when a file of this folder is run as a script: correct the first entry of `sys.path`.

Python puts the script's folder there. Its modules must not hide others, and in a checkout
`hallmark_rl` lies one folder above. `python -m` and installed commands do not need this.
"""

from __future__ import annotations

import sys
from pathlib import Path

_ABOVE = Path(__file__).resolve().parents[1]

sys.path[:1] = [str(_ABOVE)] if (_ABOVE / "hallmark_rl").is_dir() else []
