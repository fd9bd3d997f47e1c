"""The programming tasks as a server."""

from env import CodeEnvironment
from models import CodeAction, CodeObservation
from openenv.core.env_server.http_server import create_app

app = create_app(CodeEnvironment, CodeAction, CodeObservation, env_name="code")
