"""FastAPI server: `uvicorn server.app:app` inside this folder."""

from openenv.core.env_server import create_app

try:
    from ..models import ChatAction, ChatObservation
    from .tenant_repairs_environment import TenantRepairsEnvironment
except ImportError:  # started inside the folder, without the package
    from models import ChatAction, ChatObservation
    from server.tenant_repairs_environment import TenantRepairsEnvironment

app = create_app(
    TenantRepairsEnvironment,
    ChatAction,
    ChatObservation,
    env_name="tenant_repairs",
    max_concurrent_envs=32,
)


def main() -> None:
    """Run the server on port 8000."""
    import uvicorn

    uvicorn.run(app, host="0.0.0.0", port=8000)


if __name__ == "__main__":
    main()
