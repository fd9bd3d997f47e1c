"""Prove what an OpenEnv environment must hold: `pytest conformance/ --env SUBJECT`."""
