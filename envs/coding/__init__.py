"""Test-driven coding: programs are run in the sandbox and judged on freshly drawn tests."""
