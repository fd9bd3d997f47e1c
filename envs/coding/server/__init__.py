"""The environments of this folder and their server."""
