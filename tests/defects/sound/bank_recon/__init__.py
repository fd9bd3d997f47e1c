"""Bank Reconciliation: Find the wrong entry of a cash book and its correction."""
