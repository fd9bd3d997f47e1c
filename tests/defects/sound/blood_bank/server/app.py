"""The FastAPI app: `uvicorn server.app:app` inside the folder."""

from openenv.core.env_server import create_app

try:
    from ..models import BloodBankAction, BloodBankObservation
    from .blood_bank_environment import BloodBankEnvironment
except ImportError:
    from models import BloodBankAction, BloodBankObservation
    from server.blood_bank_environment import BloodBankEnvironment

app = create_app(
    BloodBankEnvironment,
    BloodBankAction,
    BloodBankObservation,
    env_name="blood_bank",
    max_concurrent_envs=32,
)


def main() -> None:
    import uvicorn

    uvicorn.run(app, host="0.0.0.0", port=8000)


if __name__ == "__main__":
    main()
