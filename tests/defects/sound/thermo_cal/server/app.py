"""The server. Start it inside the folder of the environment with `uvicorn server.app:app`."""

from openenv.core.env_server.http_server import create_app

try:
    from ..models import ThermoCalAction, ThermoCalObservation
    from .thermo_cal_environment import ThermoCalEnvironment
except ImportError:
    from models import ThermoCalAction, ThermoCalObservation
    from server.thermo_cal_environment import ThermoCalEnvironment

app = create_app(
    ThermoCalEnvironment,
    ThermoCalAction,
    ThermoCalObservation,
    env_name="thermo_cal",
    max_concurrent_envs=16,
)


def main() -> None:
    """Entry point for direct execution."""
    import uvicorn

    uvicorn.run(app, host="0.0.0.0", port=8000)


if __name__ == "__main__":
    main()
