"""FastAPI application of Titration bench.

uvicorn server.app:app --port 8000      (inside this folder)
"""

from openenv.core.env_server import create_app

try:
    from ..models import BenchAction, BenchObservation
    from .titration_bench_environment import TitrationEnvironment
except ImportError:  # started inside the folder
    from models import BenchAction, BenchObservation
    from server.titration_bench_environment import TitrationEnvironment

app = create_app(
    TitrationEnvironment,
    BenchAction,
    BenchObservation,
    env_name="titration_bench",
    max_concurrent_envs=32,
)
