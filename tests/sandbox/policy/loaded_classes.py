"""Prints the methods and properties of all classes that a new interpreter has loaded, as JSON.

    python -I -S tests/sandbox/policy/loaded_classes.py MODULE...

imports the modules first. The keys are the classes, as `module.name`.
"""

import json
import sys
import types
from importlib import import_module

DATA = (str, bytes, int, float, tuple, list, dict, set, frozenset, type(None))


def _methods(cls):
    return [
        name
        for name, member in vars(cls).items()
        if name[:1] != "_" and not isinstance(member, (*DATA, types.MemberDescriptorType))
    ]


for module in sys.argv[1:]:
    import_module(module)
found, rest = {}, [object]
while rest:
    for cls in type.__subclasses__(rest.pop()):
        key = f"{cls.__module__}.{cls.__qualname__}"
        if key not in found:
            rest.append(cls)
        found.setdefault(key, []).extend(_methods(cls))
print(json.dumps(found))
