"""Files that load the task sets of other libraries, in the process of a scorer: `load(name, args)`.

They are started by path and import the standard library and their own library only.
"""
