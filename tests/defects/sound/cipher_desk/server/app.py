"""FastAPI application of cipher_desk."""

from openenv.core.env_server.http_server import create_app

try:
    from ..models import CipherAction, CipherObservation
    from .cipher_desk_environment import CipherDeskEnvironment
except ImportError:
    from models import CipherAction, CipherObservation
    from server.cipher_desk_environment import CipherDeskEnvironment

app = create_app(
    CipherDeskEnvironment,
    CipherAction,
    CipherObservation,
    env_name="cipher_desk",
    max_concurrent_envs=16,
)


def main(host: str = "0.0.0.0", port: int = 8000) -> None:
    """Run the server."""
    import uvicorn

    uvicorn.run(app, host=host, port=port)


if __name__ == "__main__":
    main()
