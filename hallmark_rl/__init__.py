"""Hallmark: prove a reinforcement-learning environment before a model is trained on it.

The sub-packages are `sandbox`, `sdk`, `envs`, `conformance` and `train`. In a checkout they are
links to the folders at the top of the repository.
"""

import os
import sys

# `-P` keeps the checkout's folders off the path, so that they have no short names to give.
if not sys.flags.safe_path and os.path.islink(os.path.join(__path__[0], "sandbox")):
    from hallmark_rl.short_names import install

    install()
