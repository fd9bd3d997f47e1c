"""FastAPI server: `uvicorn server.app:app` inside the folder of the environment."""

from __future__ import annotations

from openenv.core.env_server import create_app

try:
    from ..models import LighthouseSignalAction, LighthouseSignalObservation
    from .lighthouse_signal_environment import LighthouseSignalEnvironment
except ImportError:  # started inside the folder
    from models import LighthouseSignalAction, LighthouseSignalObservation
    from server.lighthouse_signal_environment import LighthouseSignalEnvironment

app = create_app(
    LighthouseSignalEnvironment,
    LighthouseSignalAction,
    LighthouseSignalObservation,
    env_name="lighthouse_signal",
    max_concurrent_envs=16,
)


def main() -> None:
    """Serve on port 8000."""
    import uvicorn

    uvicorn.run(app, host="0.0.0.0", port=8000)


if __name__ == "__main__":
    main()
