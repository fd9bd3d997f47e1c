"""`numpy` for restricted programs: its arrays behind proxies, and listed functions.

A program never holds an object of numpy. It holds an `Array`, a `Number` or another proxy of
`values.py`, and calls functions (`functions.py`) that take nothing but these and plain data, and
give nothing else back. So numpy never calls into a program, never sees an object that could pose as
an array (`__array_interface__` holds an address), and never makes an array of Python objects.
`names.py` lists what there is; what is not listed does not exist: whatever reads or writes files,
takes or gives addresses and buffers, loads libraries, pickles, or evaluates text.
"""

from __future__ import annotations


def install(seed: int) -> None:
    """Make `numpy` and its listed submodules importable by restricted programs of this process.

    `seed` seeds the functions of `numpy.random`. Raises `ImportError` where numpy is missing.
    """
    import warnings

    import numpy
    import numpy.fft
    import numpy.random

    from hallmark_rl.sandbox.policy.library_attributes import ATTRIBUTES
    from hallmark_rl.sandbox.policy.module_proxies import provide
    from hallmark_rl.sandbox.policy.numpy_rules import functions, names, values
    from hallmark_rl.sandbox.policy.replacements.copyable_types import allow_copies_of

    ATTRIBUTES.update(names.ATTRIBUTES)
    allow_copies_of(values.Values)
    numpy.random.seed(seed)
    # A warning would name files of the host; a program sees its inf and nan anyway.
    warnings.filterwarnings("ignore", category=RuntimeWarning)
    for module, provided in functions.modules().items():
        provide(module, provided)
