"""Each defence of the policy: how to remove it, and a program that gets through without it."""

from __future__ import annotations

from hallmark_rl.sandbox.policy import guards, look_alikes, module_proxies, program_globals

CASES = {}


def case(source):
    """Register a function that removes a defence; without it the program `source` prints PWN."""

    def register(remove):
        assert remove.__name__ not in CASES
        CASES[remove.__name__] = (remove, source)
        return remove

    return register


def replace_in_module(patch, module, **values):
    """Put other values into a module that programs import."""
    real = module_proxies._module_names
    changed = {**real(module), **values}
    patch.setattr(
        module_proxies, "_module_names", lambda name: changed if name == module else real(name)
    )


def replace_builtin(patch, **values):
    """Put other values into the builtins of programs."""
    patch.setattr(program_globals, "_BUILTINS", {**program_globals._BUILTINS, **values})


def initialise_again(patch):
    """Let programs call `__init__` of objects that are not their own."""
    patch.setattr(guards, "_read_init", getattr)


def obtainable(patch, *types):
    """Let programs hold these types."""
    patch.setattr(look_alikes, "_OBTAINABLE", look_alikes._OBTAINABLE | {*types})
