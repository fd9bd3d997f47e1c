"""From an environment's folder to a folder that Docker, a Space and `openenv push` accept."""
