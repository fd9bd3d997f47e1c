"""The environments that ship with Hallmark, each a folder in OpenEnv's layout."""
