"""Prove that an OpenEnv environment is sound: `pytest conformance/ --env SUBJECT`."""
