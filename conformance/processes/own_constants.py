"""Have Hypothesis draw no constants from the source of this package.

Of one value in twenty Hypothesis asks for the constants in the source of all loaded modules outside
`site-packages`. Of a subject these are wanted. In a checkout they would be those of the suite as
well: it would read a few hundred files in each process that works in a new folder, and the values
that it draws would not be those of an installed package.
"""

from __future__ import annotations

import contextlib
import sys
import sysconfig

_PACKAGE, _SUBJECTS = "hallmark_rl.", "hallmark_rl.envs."


def leave_out_own_constants() -> None:
    """Tell Hypothesis that it has read this package, but its environments, and Python's library.

    Raises nothing. A version of Hypothesis without this list reads them.
    """
    library = sysconfig.get_path("stdlib")
    with contextlib.suppress(Exception):
        from hypothesis.internal.conjecture import providers

        for name, module in list(sys.modules.items()):
            own = name.startswith(_PACKAGE) and not name.startswith(_SUBJECTS)
            file = getattr(module, "__file__", None) or ""
            if own or (file.startswith(library) and "site-packages" not in file):
                providers._seen_modules.add(id(module))
