from openenv.core.env_server.http_server import create_app
from triage_env import TriageAction, TriageEnv, TriageObservation

app = create_app(TriageEnv, TriageAction, TriageObservation, env_name="triage")
