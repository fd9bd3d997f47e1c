"""Look for good episodes of an environment whose author has written no oracle."""
