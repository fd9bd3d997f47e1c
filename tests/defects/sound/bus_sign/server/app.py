"""FastAPI server: `uvicorn server.app:app` inside the folder of the environment."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import BusSignAction, BusSignObservation
    from .bus_sign_environment import BusSignEnvironment
except ImportError:  # started inside the folder
    from models import BusSignAction, BusSignObservation
    from server.bus_sign_environment import BusSignEnvironment

app = create_app(
    BusSignEnvironment,
    BusSignAction,
    BusSignObservation,
    env_name="bus_sign",
    max_concurrent_envs=16,
)


def main() -> None:
    """Serve on port 8000."""
    import uvicorn

    uvicorn.run(app, host="0.0.0.0", port=8000)


if __name__ == "__main__":
    main()
