"""Each defence of the language wall: how to take it out, and a program that then gets through."""

from __future__ import annotations

from hallmark_rl.sandbox.policy import module_proxies, program_globals

CASES = {}


def case(source):
    """Register a defence's removal, and the program that then prints PWN."""

    def register(remove):
        assert remove.__name__ not in CASES
        CASES[remove.__name__] = (remove, source)
        return remove

    return register


def serve(patch, module, **names_):
    """Serve other things under these names of a module."""
    real = module_proxies._module_names
    changed = {**real(module), **names_}
    patch.setattr(
        module_proxies, "_module_names", lambda name: changed if name == module else real(name)
    )


def builtin(patch, **names_):
    """Have other builtins under these names."""
    patch.setattr(program_globals, "_BUILTINS", {**program_globals._BUILTINS, **names_})
