"""Scripts with the programs of this machine: namespaces, limits, and files that stay."""
