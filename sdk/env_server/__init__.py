"""The server of one deployed environment: OpenEnv's app, with limits and with its stamp.

`python -m hallmark_rl.sdk.env_server FOLDER` is what the Dockerfile of a staged folder starts.
"""
