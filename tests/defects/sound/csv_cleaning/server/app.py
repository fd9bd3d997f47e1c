"""FastAPI application. Run with `uvicorn server.app:app --port 8000` inside this folder."""

from openenv.core.env_server import create_app

try:
    from ..models import CleanAction, LedgerObservation
    from .csv_cleaning_environment import CsvCleaningEnvironment
except ImportError:  # started inside the folder
    from models import CleanAction, LedgerObservation
    from server.csv_cleaning_environment import CsvCleaningEnvironment

app = create_app(
    CsvCleaningEnvironment,
    CleanAction,
    LedgerObservation,
    env_name="csv_cleaning",
    max_concurrent_envs=16,
)
