"""The FastAPI app: `uvicorn server.app:app` inside the folder."""

from openenv.core.env_server import create_app

try:
    from ..models import FireWatchAction, FireWatchObservation
    from .fire_watch_environment import FireWatchEnvironment
except ImportError:
    from models import FireWatchAction, FireWatchObservation
    from server.fire_watch_environment import FireWatchEnvironment

app = create_app(
    FireWatchEnvironment,
    FireWatchAction,
    FireWatchObservation,
    env_name="fire_watch",
    max_concurrent_envs=32,
)


def main() -> None:
    import uvicorn

    uvicorn.run(app, host="0.0.0.0", port=8000)


if __name__ == "__main__":
    main()
