"""The FastAPI application of Budget Sheet: `uvicorn server.app:app` inside the folder."""

from openenv.core.env_server import create_app

try:
    from ..models import SheetAction, SheetObservation
    from .budget_sheet_environment import BudgetSheetEnvironment
except ImportError:  # started inside the folder
    from models import SheetAction, SheetObservation
    from server.budget_sheet_environment import BudgetSheetEnvironment

app = create_app(
    BudgetSheetEnvironment,
    SheetAction,
    SheetObservation,
    env_name="budget_sheet",
    max_concurrent_envs=32,
)


def main(host: str = "0.0.0.0", port: int = 8000) -> None:
    """Serve the environment."""
    import uvicorn

    uvicorn.run(app, host=host, port=port)


if __name__ == "__main__":
    main()
