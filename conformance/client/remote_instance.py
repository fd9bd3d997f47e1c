"""What the functions of proof.py get in place of an instance and an observation of a server."""

from __future__ import annotations

from typing import Any, NoReturn

from hallmark_rl.conformance.client.in_process import InProcessDriver
from hallmark_rl.conformance.client.open_driver import Driver
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.sdk.subject.description import Subject


class RemoteInstance:
    """Stands for the instance that a running server keeps to itself.

    Policies that play from the observation alone work with it. Reading an attribute raises
    AttributeError with a text that says why.
    """

    def __getattr__(self, name: str) -> NoReturn:
        raise AttributeError(
            f"it reads env.{name}, but the environment runs in a server, which gives observations "
            "only: prove the folder in process as well"
        )


def instance_of(driver: Driver) -> Any:
    """The instance that a driver plays, or what stands for it."""
    return driver.env if isinstance(driver, InProcessDriver) else RemoteInstance()


def observation_of(subject: Subject, response: Response) -> Any:
    """The observation of a response as a policy expects it.

    A message from a server becomes the subject's observation model, if that is known and accepts
    the message, else the message as a dict.
    """
    if subject.url is None:
        return response.raw
    data = dict(response.data or {})
    validate = getattr(subject.observation_type, "model_validate", None)
    if validate is None:
        return data
    try:
        return validate(data)
    except Exception:
        return data
