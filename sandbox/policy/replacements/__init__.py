"""Replacements for library objects that would let a program out of the policy.

Each module here is named after the library module whose objects it replaces. Its `NAMES` are the
values, by name, that go into the module that programs import; `random` has a function `names(seed)`
instead, because its values differ from run to run. What is not replaced comes from the library, as
far as `allowed_modules.py` lists it.

Keep the attribute names of these classes: a private name that one of them uses is guarded on its
instances (see `library_names.py`).
"""
