"""Court deadlines: find the last day for filing an appeal."""
