"""FastAPI server: `uvicorn server.app:app` inside the folder of the environment."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import HydrologyDeskAction, HydrologyDeskObservation
    from .hydrology_desk_environment import HydrologyDeskEnvironment
except ImportError:  # started inside the folder
    from models import HydrologyDeskAction, HydrologyDeskObservation
    from server.hydrology_desk_environment import HydrologyDeskEnvironment

app = create_app(
    HydrologyDeskEnvironment,
    HydrologyDeskAction,
    HydrologyDeskObservation,
    env_name="hydrology_desk",
    max_concurrent_envs=16,
)


def main() -> None:
    """Serve on port 8000."""
    import uvicorn

    uvicorn.run(app, host="0.0.0.0", port=8000)


if __name__ == "__main__":
    main()
