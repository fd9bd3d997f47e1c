"""`python -m hallmark_rl`: the same as the command `hallmark`."""

import sys

from hallmark_rl.cli import main

sys.exit(main())
